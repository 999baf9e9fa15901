/** File and title of the test that performs a page's primary task by keyboard. */
interface PageTask {
  readonly file: `${string}.spec.ts`;
  readonly test: string;
}

const SUBSCRIPTION_TASK: PageTask = {
  file: "tasks/primary-task.spec.ts",
  test: "subscriptions task by keyboard only",
};
const EXPORT_TASK: PageTask = {
  file: "tasks/primary-task.spec.ts",
  test: "exports task by keyboard only",
};
const MEMBER_TASK: PageTask = {
  file: "tasks/primary-task.spec.ts",
  test: "members task by keyboard only",
};
const VITALS_TASK: PageTask = {
  file: "tasks/primary-task.spec.ts",
  test: "web vitals task by keyboard only",
};
const SESSIONS_TASK: PageTask = {
  file: "tasks/primary-task.spec.ts",
  test: "sessions task by keyboard only",
};

function keyboardTask(test: string): PageTask {
  return { file: "tasks/keyboard-tasks.spec.ts", test: `${test}, by keyboard only` };
}

const IMPORT_TASK = keyboardTask("imports edited text and undoes it in Activity");
const SETTINGS_TASK = keyboardTask("changes settings and uses the regex helper");

/** Each page's primary task by route template, or why it needs none. A new route without an entry fails a test. */
export const pagePrimaryTasks: Readonly<Record<string, PageTask | string>> = {
  "/connect": keyboardTask("pastes the key and opens a project"),
  "/settings": SETTINGS_TASK,
  "/settings/server": keyboardTask("checks the key's scopes and copies a request"),
  "/help/:page?": "read only: its links are walked through with every page",
  "/p/:projectId": "read only: wcag-layout.spec.ts tabs through its links",
  "/p/:projectId/subscriptions": SUBSCRIPTION_TASK,
  "/p/:projectId/subscriptions/new": SUBSCRIPTION_TASK,
  "/p/:projectId/subscriptions/import": IMPORT_TASK,
  "/p/:projectId/subscriptions/:id":
    "read only: the subscriptions task opens its edit form, and wcag-layout.spec.ts tabs through its links",
  "/p/:projectId/subscriptions/:id/edit": SUBSCRIPTION_TASK,
  "/p/:projectId/recipients": keyboardTask("removes a recipient everywhere"),
  "/p/:projectId/sources": keyboardTask("deletes the subscriptions of a source"),
  "/p/:projectId/calendar": {
    file: "features/calendar.spec.ts",
    test: "arrow keys move through the days, past the end of a month, and Enter opens one",
  },
  "/p/:projectId/health": keyboardTask("deletes one of two duplicates"),
  "/p/:projectId/exports": EXPORT_TASK,
  "/p/:projectId/exports/new": EXPORT_TASK,
  "/p/:projectId/exports/:id": EXPORT_TASK,
  "/p/:projectId/members": MEMBER_TASK,
  "/p/:projectId/members/new": MEMBER_TASK,
  "/p/:projectId/members/offboard": keyboardTask("offboards a member and undoes it"),
  "/p/:projectId/members/:uuid": keyboardTask("removes a member on their page and undoes it"),
  "/p/:projectId/vitals": VITALS_TASK,
  "/p/:projectId/vitals/path": VITALS_TASK,
  "/p/:projectId/activity": IMPORT_TASK,
  "/p/:projectId/sessions": SESSIONS_TASK,
  "/p/:projectId/regex": SETTINGS_TASK,
};

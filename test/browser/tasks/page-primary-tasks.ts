/** Which test does the main job of a page by keyboard alone: its file and its name. */
interface PageTask {
  readonly file: `${string}.spec.ts`;
  readonly test: string;
}

const SUBSCRIPTION_TASK: PageTask = {
  file: "tasks/primary-task.spec.ts",
  test: "the main job, by keyboard alone",
};
const EXPORT_TASK: PageTask = {
  file: "tasks/primary-task.spec.ts",
  test: "the job of exports, by keyboard alone",
};
const MEMBER_TASK: PageTask = {
  file: "tasks/primary-task.spec.ts",
  test: "the job of members, by keyboard alone",
};
const VITALS_TASK: PageTask = {
  file: "tasks/primary-task.spec.ts",
  test: "the job of web vitals, by keyboard alone",
};
const SESSIONS_TASK: PageTask = {
  file: "tasks/primary-task.spec.ts",
  test: "the job of sessions, by keyboard alone",
};

function taskInPrimarySpec(test: string): PageTask {
  return { file: "tasks/keyboard-tasks.spec.ts", test: `${test}, by keyboard alone` };
}

const EDIT_TASK = taskInPrimarySpec("an edited text is applied and taken back from the journal");
const SETTINGS_TASK = taskInPrimarySpec("the settings and the regex helper");

/** The job of each page, by the route's template, or why it needs none. A new route without an entry fails a test. */
export const pagePrimaryTasks: Readonly<Record<string, PageTask | string>> = {
  "/connect": taskInPrimarySpec("the key is pasted and a project opened"),
  "/settings": SETTINGS_TASK,
  "/p/:projectId/subscriptions": SUBSCRIPTION_TASK,
  "/p/:projectId/subscriptions/new": SUBSCRIPTION_TASK,
  "/p/:projectId/subscriptions/apply": EDIT_TASK,
  "/p/:projectId/subscriptions/:id":
    "read only: what it leads to is the edit form, which the main job opens, and its links are walked through with every page",
  "/p/:projectId/subscriptions/:id/edit": SUBSCRIPTION_TASK,
  "/p/:projectId/recipients": taskInPrimarySpec("a recipient is removed everywhere"),
  "/p/:projectId/calendar": {
    file: "features/calendar.spec.ts",
    test: "navigates days by keyboard across months and opens one",
  },
  "/p/:projectId/health": taskInPrimarySpec("of two of the same one is deleted"),
  "/p/:projectId/exports": EXPORT_TASK,
  "/p/:projectId/exports/new": EXPORT_TASK,
  "/p/:projectId/exports/:id": EXPORT_TASK,
  "/p/:projectId/members": MEMBER_TASK,
  "/p/:projectId/members/new": MEMBER_TASK,
  "/p/:projectId/members/offboard": taskInPrimarySpec("somebody is offboarded and put back"),
  "/p/:projectId/members/:uuid": taskInPrimarySpec("a person is taken out on their own page and put back"),
  "/p/:projectId/vitals": VITALS_TASK,
  "/p/:projectId/vitals/path": VITALS_TASK,
  "/p/:projectId/activity": EDIT_TASK,
  "/p/:projectId/sessions": SESSIONS_TASK,
  "/p/:projectId/regex": SETTINGS_TASK,
};

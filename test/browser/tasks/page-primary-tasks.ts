/** Which test does the main job of a page by keyboard alone: its file and its name. */
interface PageJob {
  readonly file: `${string}.spec.ts`;
  readonly test: string;
}

const DELIVERIES: PageJob = { file: "tasks/primary-task.spec.ts", test: "the main job, by keyboard alone" };
const EXPORTS: PageJob = {
  file: "tasks/primary-task.spec.ts",
  test: "the job of exports, by keyboard alone",
};
const MEMBERS: PageJob = {
  file: "tasks/primary-task.spec.ts",
  test: "the job of members, by keyboard alone",
};
const VITALS: PageJob = {
  file: "tasks/primary-task.spec.ts",
  test: "the job of web vitals, by keyboard alone",
};
const SESSIONS: PageJob = {
  file: "tasks/primary-task.spec.ts",
  test: "the job of sessions, by keyboard alone",
};

function own(test: string): PageJob {
  return { file: "tasks/keyboard-tasks.spec.ts", test: `${test}, by keyboard alone` };
}

const EDITED = own("an edited text is applied and taken back from the journal");
const SETTINGS = own("the settings and the regex helper");

/** The job of each page, by the route's template, or why it needs none. A new route without an entry fails a test. */
export const pageJobs: Readonly<Record<string, PageJob | string>> = {
  "/connect": own("the key is pasted and a project opened"),
  "/settings": SETTINGS,
  "/p/:projectId/subscriptions": DELIVERIES,
  "/p/:projectId/subscriptions/new": DELIVERIES,
  "/p/:projectId/subscriptions/apply": EDITED,
  "/p/:projectId/subscriptions/:id":
    "read only: what it leads to is the edit form, which the main job opens, and its links are walked through with every page",
  "/p/:projectId/subscriptions/:id/edit": DELIVERIES,
  "/p/:projectId/recipients": own("a recipient is removed everywhere"),
  "/p/:projectId/calendar": {
    file: "features/calendar.spec.ts",
    test: "the keyboard walks through the days, over the end of a month, and opens one",
  },
  "/p/:projectId/health": own("of two of the same one is deleted"),
  "/p/:projectId/exports": EXPORTS,
  "/p/:projectId/exports/new": EXPORTS,
  "/p/:projectId/exports/:id": EXPORTS,
  "/p/:projectId/members": MEMBERS,
  "/p/:projectId/members/new": MEMBERS,
  "/p/:projectId/members/offboard": own("somebody is offboarded and put back"),
  "/p/:projectId/members/:uuid": own("a person is taken out on their own page and put back"),
  "/p/:projectId/vitals": VITALS,
  "/p/:projectId/vitals/path": VITALS,
  "/p/:projectId/journal": EDITED,
  "/p/:projectId/sessions": SESSIONS,
  "/p/:projectId/regex": SETTINGS,
};

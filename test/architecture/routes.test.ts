// @vitest-environment jsdom
import { createRoutesFromElements, type RouteObject } from "react-router-dom";
import { expect, it } from "vitest";
import { routeTree } from "@/app/routes/app-routes";
import { routePaths } from "@/app/routes/route-table";
import { endpoints } from "@/contract/endpoints";
import { ASKING, ASKS_NOTHING, CONNECTING, READING, WRITING } from "../browser/failures/page-failure-cases";
import { screens } from "../browser/support/route-urls";
import { pageJobs } from "../browser/tasks/page-primary-tasks";
import { read } from "./repository-files";

/** Addresses of the tree that are no page of their own, and why. */
const NO_PAGE: Readonly<Record<string, string>> = {
  "/": "leads on to a list or to the connection",
  "/p/:projectId": "leads on to the project's list",
  "/kit": "development only; no build has it",
  "/*": "an unknown address: a look of the accessibility tests by itself",
  "/p/:projectId/*": "an unknown address: a look of the accessibility tests by itself",
};

function joined(parent: string, path: string | undefined): string {
  if (path === undefined) return parent;
  return path.startsWith("/") ? path : `${parent}/${path}`;
}

/** Address templates of all routes that show something of their own, parents first. */
function templatesOf(routes: readonly RouteObject[], parent = ""): readonly string[] {
  return routes.flatMap((route) => {
    const template = joined(parent, route.path);
    const isFrame = route.path === undefined && route.index !== true;
    return [...(isFrame ? [] : [template || "/"]), ...templatesOf(route.children ?? [], template)];
  });
}

const templates = [...new Set(templatesOf(createRoutesFromElements(routeTree)))];
const pages = templates.filter((template) => !(template in NO_PAGE));

it("are these, and a link that was sent once keeps working", () => {
  expect(templates).toMatchInlineSnapshot(`
    [
      "/",
      "/connect",
      "/settings",
      "/kit",
      "/p/:projectId",
      "/p/:projectId/subscriptions",
      "/p/:projectId/subscriptions/new",
      "/p/:projectId/subscriptions/apply",
      "/p/:projectId/subscriptions/:id",
      "/p/:projectId/subscriptions/:id/edit",
      "/p/:projectId/recipients",
      "/p/:projectId/calendar",
      "/p/:projectId/health",
      "/p/:projectId/exports",
      "/p/:projectId/exports/new",
      "/p/:projectId/exports/:id",
      "/p/:projectId/members",
      "/p/:projectId/members/new",
      "/p/:projectId/members/offboard",
      "/p/:projectId/members/:uuid",
      "/p/:projectId/vitals",
      "/p/:projectId/vitals/path",
      "/p/:projectId/journal",
      "/p/:projectId/sessions",
      "/p/:projectId/regex",
      "/p/:projectId/*",
      "/*",
    ]
  `);
});

it("have no excuse for what is gone", () => {
  expect(Object.keys(NO_PAGE).filter((template) => !templates.includes(template))).toEqual([]);
});

it("stand in the table, so that their code and first query start early", () => {
  expect(pages.toSorted()).toEqual(routePaths.toSorted());
});

it("are all visited by the accessibility tests", () => {
  expect(Object.keys(screens).toSorted()).toEqual(pages.toSorted());
});

it("are all driven through the table of failures, but for those that ask the server nothing", () => {
  const driven = [...READING, ...WRITING].map(({ route }) => route);
  const entered = new Set([...driven, CONNECTING, ASKING, ...ASKS_NOTHING]);
  expect([...entered].toSorted()).toEqual(pages.toSorted());
});

/** Endpoints that no page of the table of failures asks for, and what drives their failures in its place. */
const DRIVEN_ELSEWHERE: Readonly<Record<string, string>> = {
  "subscriptions.delete": "never sent: every server answers it with 405, and the app deletes softly",
  "exports.content":
    "a file in place of JSON: open-file.test.ts, export-preview.spec.ts and export-download.spec.ts",
  "sessionRecordings.regex":
    "changes nothing, and is asked by a press: journeys of the regex helper, regex.spec.ts",
  "projects.list": "the way in: connect-failures.spec.ts",
  "users.me": "optional: who holds the key stays unknown",
  "organizations.members": "optional: people are then suggested from what is loaded",
  "insights.list": "optional: numbers stand in place of names",
  "dashboards.list": "optional: numbers stand in place of names",
};

it("have every endpoint among their failures, but for those that are driven elsewhere", () => {
  const driven = [...READING, ...WRITING].flatMap(({ endpoint }) => endpoint);
  const all = new Set([...driven, ...Object.keys(DRIVEN_ELSEWHERE)]);
  expect([...all].toSorted()).toEqual(Object.keys(endpoints).toSorted());
  expect(driven.filter((endpoint) => endpoint in DRIVEN_ELSEWHERE)).toEqual([]);
});

it("have their main job done by keyboard alone, or a reason", () => {
  expect(Object.keys(pageJobs).toSorted()).toEqual(pages.toSorted());
  for (const job of Object.values(pageJobs))
    if (typeof job !== "string") expect(read(`test/browser/${job.file}`)).toContain(`test("${job.test}`);
});

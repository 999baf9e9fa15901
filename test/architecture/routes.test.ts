// @vitest-environment jsdom
import { createRoutesFromElements, type RouteObject } from "react-router-dom";
import { expect, it } from "vitest";
import { appRoutes, projectRoutes } from "@/app/routes/app-routes";
import { routePaths } from "@/app/routes/route-table";
import { endpoints } from "@/contract/endpoints";
import {
  CONNECT_CASES,
  KEY_PROMPT_CASES,
  READ_CASES,
  REQUESTLESS_ROUTES,
  WRITE_CASES,
} from "../browser/failures/page-failure-cases";
import { routeUrls } from "../browser/support/route-urls";
import { pagePrimaryTasks } from "../browser/tasks/page-primary-tasks";
import { read } from "./repository-files";

/** Paths without a page, with the reasons. */
const ROUTES_WITHOUT_PAGE: Readonly<Record<string, string>> = {
  "/": "leads on to the overview or to the connection",
  "/p/:projectId/journal": "redirects to the activity page",
  "/p/:projectId/subscriptions/apply": "redirects to the import page",
  "/kit": "development only; no build has it",
  "/*": "an unknown address, examined separately by the accessibility tests",
  "/p/:projectId/*": "an unknown address, examined separately by the accessibility tests",
};

function joinPaths(parent: string, path: string | undefined): string {
  if (path === undefined) return parent;
  return path.startsWith("/") ? path : `${parent}/${path}`;
}

/** Returns the path templates of all pages. Parents come first. */
function listTemplates(routes: readonly RouteObject[], parent = ""): readonly string[] {
  return routes.flatMap((route) => {
    const template = joinPaths(parent, route.path);
    const isFrame = route.path === undefined && route.index !== true;
    return [...(isFrame ? [] : [template || "/"]), ...listTemplates(route.children ?? [], template)];
  });
}

const templates = [
  ...new Set(listTemplates([appRoutes, projectRoutes].flatMap((routes) => createRoutesFromElements(routes)))),
];
const pageTemplates = templates.filter((template) => !(template in ROUTES_WITHOUT_PAGE));

it("keep their paths, so that links stay valid", () => {
  expect(templates).toMatchInlineSnapshot(`
    [
      "/",
      "/connect",
      "/settings",
      "/settings/server",
      "/help/:page?",
      "/kit",
      "/p/:projectId/*",
      "/*",
      "/p/:projectId",
      "/p/:projectId/subscriptions",
      "/p/:projectId/subscriptions/new",
      "/p/:projectId/subscriptions/import",
      "/p/:projectId/subscriptions/:id",
      "/p/:projectId/subscriptions/:id/edit",
      "/p/:projectId/recipients",
      "/p/:projectId/sources",
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
      "/p/:projectId/activity",
      "/p/:projectId/sessions",
      "/p/:projectId/regex",
      "/p/:projectId/journal",
      "/p/:projectId/subscriptions/apply",
    ]
  `);
});

it("have no outdated exceptions", () => {
  expect(Object.keys(ROUTES_WITHOUT_PAGE).filter((template) => !templates.includes(template))).toEqual([]);
});

it("are in the route table, so that code and first query start early", () => {
  expect(pageTemplates.toSorted()).toEqual(routePaths.toSorted());
});

it("are all covered by accessibility tests", () => {
  expect(Object.keys(routeUrls).toSorted()).toEqual(pageTemplates.toSorted());
});

it("are all covered by failure tests, unless they send no request", () => {
  const driven = [...READ_CASES, ...WRITE_CASES].map(({ route }) => route);
  const entered = new Set([...driven, CONNECT_CASES, KEY_PROMPT_CASES, ...REQUESTLESS_ROUTES]);
  expect([...entered].toSorted()).toEqual(pageTemplates.toSorted());
});

/** Endpoints that no page's failure tests cover, with the reason or the tests that cover them. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  "subscriptions.delete": "never sent: every server answers it with 405, and the app deletes softly",
  "exports.content":
    "a file in place of JSON: open-file.test.ts, export-preview.spec.ts and export-download.spec.ts",
  "sessionRecordings.regex":
    "changes nothing, and is asked by a press: journeys of the regex helper, regex.spec.ts",
  "projects.list": "the way in: connect-failures.spec.ts",
  "projects.get": "only for changes of access in the project @current: access-controls.test.tsx",
  "users.me": "optional: who holds the key stays unknown",
  "keys.current": "optional, and asked by a press: server.test.tsx",
  "organizations.members": "optional: people are then suggested from what is loaded",
  "insights.list": "optional, IDs are shown without it: catalog.test.tsx",
  "insights.get": "optional, IDs are shown without it: catalog.test.tsx",
  "dashboards.list": "optional, IDs are shown without it: catalog.test.tsx",
  "dashboards.get": "optional, each tile is entered without it: export-form.test.tsx",
  "accessControls.members": "only on servers without members.list: access-controls.test.tsx",
  "accessControls.update": "only on servers without members.update: access-controls.test.tsx",
  "integrations.list": "optional, the ID is entered without it: newer-form.test.tsx",
  "integrations.channels": "optional, the channel is entered without it: slack-channel.test.tsx",
  "subscriptions.deliveries": "optional, hidden where the server has none: past-deliveries.test.tsx",
  "subscriptions.testDelivery": "optional: past-deliveries.test.tsx",
};

it("have failure tests for every endpoint, unless covered elsewhere", () => {
  const driven = [...READ_CASES, ...WRITE_CASES].flatMap(({ endpoint }) => endpoint);
  const all = new Set([...driven, ...Object.keys(TESTED_ELSEWHERE)]);
  expect([...all].toSorted()).toEqual(Object.keys(endpoints).toSorted());
  expect(driven.filter((endpoint) => endpoint in TESTED_ELSEWHERE)).toEqual([]);
});

it("have a keyboard-only test of their primary task, or a reason", () => {
  expect(Object.keys(pagePrimaryTasks).toSorted()).toEqual(pageTemplates.toSorted());
  for (const primaryTask of Object.values(pagePrimaryTasks))
    if (typeof primaryTask !== "string")
      expect(read(`test/browser/${primaryTask.file}`)).toContain(`test("${primaryTask.test}`);
});

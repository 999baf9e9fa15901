import { expect, test } from "vitest";
import { routePaths } from "@/app/routes/route-table";
import { testReadFaults } from "./read-fault-cases";
import { OTHER_READ_PAGES, SUBSCRIPTION_READ_PAGES } from "./read-fault-pages";

/**
 * Routes of pages that read nothing automatically, with the reason or the tests that cover them.
 */
const REQUESTLESS_ROUTES: Readonly<Record<string, string>> = {
  "/connect": "connect.test.tsx, connect-failures.spec.ts",
  "/help/:page?": "shows texts of the app: help.test.tsx",
  "/settings": "shows settings of this browser",
  "/settings/server": "sends its checks on demand: server.test.tsx",
  "/p/:projectId/activity": "shows changes that this browser has stored",
  "/p/:projectId/regex": "sends a request on demand: regex.test.tsx",
};

test("every route has a case, or a reason for none", () => {
  const rows = [...SUBSCRIPTION_READ_PAGES, ...OTHER_READ_PAGES].map(({ route }) => route);
  const all = new Set([...rows, ...Object.keys(REQUESTLESS_ROUTES)]);
  expect([...all].toSorted()).toEqual(routePaths.toSorted());
});

testReadFaults(OTHER_READ_PAGES);

import { buildClient } from "@test/support/builders";
import { http } from "msw";
import { expect, it } from "vitest";
import { listDashboards } from "@/api/catalog";
import type { Connection } from "@/api/connection";
import { listExports } from "@/api/exports";
import { listMemberAccess, listMembers } from "@/api/members";
import { listProjects } from "@/api/people";
import { getWebVitals } from "@/api/web-vitals";
import { canOtherPrefixHelp, isPrefixSuspected } from "@/data/backend/optional-endpoint";
import { server } from "@/mocks/node";
import { createError, offline } from "@/mocks/scenarios";

const path = { project_id: "1" };

/** Creates a client for a server that has only the paths that end with a key of `answers`. */
function setUp(prefix: Connection["prefix"], answers: Readonly<Record<string, () => Response>>) {
  server.use(
    ...Object.entries(answers).map(([end, answer]) => http.get(`*${end}`, answer)),
    http.get("*/api/*", () => createError(404, "Endpoint not found.")),
  );
  return buildClient({ prefix });
}

const emptyPage = () => Response.json({ count: 0, next: null, previous: null, results: [] });
const noScope = () => createError(403);

it("may be wrong until an endpoint has responded under it", async () => {
  const client = setUp("environments", { "/api/projects/": emptyPage });
  await client.request(listProjects, { path: {} });
  await client.request(listMembers, { path }).catch(() => undefined);
  expect(canOtherPrefixHelp(client)).toBe(true);
  expect(isPrefixSuspected(client)).toBe(true);
});

it("is not blamed for explicit members where access controls have taken their place", async () => {
  const client = setUp("environments", { "/access_control_members/": emptyPage });
  await client.request(listMembers, { path }).catch(() => undefined);
  expect(isPrefixSuspected(client)).toBe(true);
  await client.request(listMemberAccess, { path }).catch(() => undefined);
  expect(isPrefixSuspected(client)).toBe(false);
});

it.each([
  ["data", emptyPage],
  ["a refusal of the API", noScope],
])("is right when another endpoint answers with %s", async (_, answer) => {
  const client = setUp("projects", { "/exports/": answer });
  await client.request(listExports, { path, query: {} }).catch(() => undefined);
  await client.request(listMembers, { path }).catch(() => undefined);
  expect(canOtherPrefixHelp(client)).toBe(false);
  expect(isPrefixSuspected(client)).toBe(false);
});

it("stays valid when the connection fails later", async () => {
  const client = setUp("projects", { "/exports/": emptyPage });
  await client.request(listExports, { path, query: {} });
  server.use(offline("exports.list"));
  await client.request(listExports, { path, query: {} }).catch(() => undefined);
  await client.request(listMembers, { path }).catch(() => undefined);
  expect(isPrefixSuspected(client)).toBe(false);
});

it("isn't proved by a web page", async () => {
  const client = setUp("projects", { "/exports/": () => new Response("<html>", { status: 404 }) });
  await client.request(listExports, { path, query: {} }).catch(() => undefined);
  await client.request(listMembers, { path }).catch(() => undefined);
  expect(canOtherPrefixHelp(client)).toBe(true);
});

it("isn't suspected when only web vitals are missing", async () => {
  const client = setUp("environments", {});
  await client.request(getWebVitals, { path, query: { pathname: "/a" } }).catch(() => undefined);
  expect(isPrefixSuspected(client)).toBe(false);
});

it("isn't suspected for an endpoint outside the prefix", async () => {
  const client = setUp("environments", {});
  await client.request(listDashboards, { path, query: {} }).catch(() => undefined);
  expect(isPrefixSuspected(client)).toBe(false);
});

// @vitest-environment jsdom
import { buildClient, buildSubscription } from "@test/support/builders";

import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { listDashboards, listIntegrations } from "@/api/catalog";
import { listDeliveries } from "@/api/deliveries";
import type { Endpoint } from "@/api/endpoint";
import { getMe, listOrganizationMembers } from "@/api/people";
import { listSessionProperties } from "@/api/sessions";
import { forgetRefusals } from "@/data/browser-storage/local-storage";
import { noteServedRecords } from "@/data/capabilities/capabilities";
import { server } from "@/mocks/node";
import { createBackend } from "./create-backend";
import { requestOptional } from "./optional-endpoint";

beforeEach(() => localStorage.clear());

type Answer = readonly [status: number, code: string, detail: string | null];

const MISSING: Answer = [404, "not_found", "Endpoint not found."];
const NO_SCOPE: Answer = [403, "permission_denied", "API key missing required scope 'x:read'"];
const NO_KEYS: Answer = [403, "permission_denied", "This action does not support Personal API Key access"];
const LIMITED: Answer = [
  403,
  "permission_denied",
  "API keys with scoped projects are only supported on project-based endpoints.",
];

/** Starts a visit: a new client, with the stored data of earlier visits. */
function visit([status, code, detail]: Answer) {
  let requests = 0;
  server.use(
    http.get("*/api/*", () => {
      requests += 1;
      return detail === null
        ? new HttpResponse("<html>", { status })
        : HttpResponse.json({ type: "x", code, detail, attr: null }, { status });
    }),
  );
  const client = buildClient();
  const ask = (endpoint: Endpoint<string, unknown, undefined, unknown>, project = "1") =>
    requestOptional<string, unknown, unknown>(client, endpoint, {
      path: { project_id: project, id: "5" },
    }).catch((error: unknown) => error);
  return { client, ask, requests: () => requests };
}

it.each([
  ["dashboards", listDashboards, MISSING],
  ["integrations", listIntegrations, NO_KEYS],
  ["sessions", listSessionProperties, NO_KEYS],
  ["deliveries", listDeliveries, MISSING],
  ["the organization's members", listOrganizationMembers, LIMITED],
  ["the key's owner", getMe, NO_SCOPE],
])("for %s is requested once a day after a refusal (%#)", async (_, endpoint, answer) => {
  const first = visit(answer);
  const error = await first.ask(endpoint);
  expect(error).toMatchObject({ status: answer[0], detail: answer[2] });
  expect(await first.ask(endpoint)).toMatchObject({ status: answer[0], detail: answer[2] });
  const second = visit(answer);
  expect(await second.ask(endpoint)).toMatchObject({
    status: answer[0],
    code: answer[1],
    detail: answer[2],
  });
  expect([first.requests(), second.requests()]).toEqual([1, 0]);
  vi.setSystemTime(Date.now() + 86_400_000);
  await second.ask(endpoint);
  expect(second.requests()).toBe(1);
});

it.each([
  ["a rejected key", [403, "authentication_failed", "Personal API key is invalid."]],
  ["a project that the key can't open", [403, "permission_denied", "You don't have access to the project."]],
  ["a missing record", [404, "not_found", "Not found."]],
  ["a proxy's page", [403, "", null]],
  ["a server error", [500, "error", "A server error occurred."]],
] as const)("is requested again after %s", async (_, answer) => {
  const { ask, requests } = visit(answer);
  await ask(listDashboards);
  const count = requests();
  await ask(listDashboards);
  expect(requests()).toBe(2 * count);
});

it("is requested again in another project if the refusal may depend on the project", async () => {
  const { ask, requests } = visit([403, "permission_denied", "Dashboards are off."]);
  await ask(listDashboards, "1");
  await ask(listDashboards, "2");
  await ask(listDashboards, "2");
  expect(requests()).toBe(2);
  const other = visit(NO_SCOPE);
  await other.ask(listOrganizationMembers, "1");
  await other.ask(listOrganizationMembers, "2");
  expect(other.requests()).toBe(1);
});

it("stays refused when records without newer fields arrive, until the refusals are forgotten", async () => {
  const { client, ask, requests } = visit(MISSING);
  await ask(listDashboards);
  const api = { ...createBackend(client), projectId: "1" };
  noteServedRecords(api, [buildSubscription()]);
  await ask(listDashboards);
  expect(requests()).toBe(1);
  forgetRefusals(client.connection.id);
  await ask(listDashboards);
  expect(requests()).toBe(2);
});

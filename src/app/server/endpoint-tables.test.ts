import { buildHttpError } from "@test/support/builders";
import { expect, it } from "vitest";
import type { LoggedCall } from "@/api/client";
import { endpoints } from "@/api/endpoints";
import { NetworkError } from "@/api/errors";
import { findEndpointPage, includesScope, toEndpointState } from "./endpoint-tables";

function createCall(fields: Partial<LoggedCall>): LoggedCall {
  return {
    id: 1,
    endpoint: "subscriptions.list",
    method: "GET",
    url: "https://a.example/",
    startedAt: 0,
    durationMs: 1,
    ...fields,
  };
}

function refuse(
  status: number,
  detail: string | null,
  { isMutation = false, attr = null }: { isMutation?: boolean; attr?: string | null } = {},
): LoggedCall {
  return createCall({ status, error: buildHttpError(status, { attr, detail }, { isMutation }) });
}

it.each([
  ["nothing asked", undefined, "unasked"],
  ["a success", createCall({ status: 200 }), "works"],
  ["a record that doesn't exist", refuse(404, "Not found."), "works"],
  [
    "invalid input of a change",
    refuse(400, "This field is required.", { isMutation: true, attr: "title" }),
    "works",
  ],
  [
    "a change that the server never accepts",
    refuse(400, "Use access controls.", { isMutation: true }),
    "refused",
  ],
  ["a removed route", refuse(404, "Endpoint not found."), "absent"],
  ["a page that isn't the API's", refuse(404, null), "failed"],
  ["an unknown method", refuse(405, 'Method "GET" not allowed.'), "absent"],
  ["a missing scope", refuse(403, "API key missing required scope 'export:read'"), "refused"],
  ["another project", refuse(404, "Project not found."), "refused"],
  ["a refused read", refuse(400, "Explicit members can only be accessed …"), "refused"],
  ["a sign-in page", refuse(401, null), "failed"],
  ["throttling", refuse(429, null), "failed"],
  ["no connection", createCall({ error: new NetworkError("unreachable") }), "failed"],
])("%s", (_, call, kind) => {
  expect(toEndpointState(call).kind).toBe(kind);
});

it("names the reason of a refusal: the scope, or the server's text", () => {
  expect(toEndpointState(refuse(403, "API key missing required scope 'export:read'"))).toEqual({
    kind: "refused",
    reason: "The API key is missing the scope export:read",
  });
  expect(toEndpointState(refuse(403, "This action does not support Personal API Key access"))).toEqual({
    kind: "refused",
    reason: "This action does not support Personal API Key access",
  });
});

it("reads scopes as servers do", () => {
  expect(includesScope(["export:write"], "export:read")).toBe(true);
  expect(includesScope(["export:read"], "export:write")).toBe(false);
  expect(includesScope(["*"], "export:write")).toBe(true);
});

it("knows the page of every endpoint", () => {
  const unused = Object.keys(endpoints).filter((id) => findEndpointPage(id) === null);
  expect(unused).toEqual(["subscriptions.delete"]);
});

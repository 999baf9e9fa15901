import { expect, it } from "vitest";
import { buildUrl } from "./fetch-response";

const SERVER = { baseUrl: "https://eu.posthog.com", prefix: "environments" } as const;
const LIST = "/api/environments/:project_id/subscriptions/";

it("fills in the path, encoded, with the prefix of contract paths and the path of the base address", () => {
  expect(buildUrl(SERVER, `${LIST}:id/`, { project_id: "1", id: 42 })).toBe(
    "https://eu.posthog.com/api/environments/1/subscriptions/42/",
  );
  const other = { ...SERVER, prefix: "projects" } as const;
  expect(buildUrl(other, LIST, { project_id: "1" })).toBe(
    "https://eu.posthog.com/api/projects/1/subscriptions/",
  );
  expect(buildUrl(other, "/api/users/@me/", {})).toBe("https://eu.posthog.com/api/users/@me/");
  const proxied = { ...SERVER, baseUrl: "https://tools.example/posthog" };
  expect(buildUrl(proxied, LIST, { project_id: "1" })).toBe(
    "https://tools.example/posthog/api/environments/1/subscriptions/",
  );
  const path = buildUrl(SERVER, LIST, { project_id: "1/../2?x=#" });
  expect(new URL(path).pathname).toBe("/api/environments/1%2F..%2F2%3Fx%3D%23/subscriptions/");
});

it.each(["", ".", ".."])("rejects the path value %j, which URL parsing would resolve", (value) => {
  expect(() => buildUrl(SERVER, LIST, { project_id: value })).toThrow("project_id");
});

it("rejects a missing path value", () => {
  expect(() => buildUrl(SERVER, LIST, {})).toThrow("project_id");
});

it("encodes the query and omits unset values", () => {
  const query = { pathname: "/a b&c=ü", deleted: true, offset: 0, limit: undefined };
  const url = new URL(buildUrl(SERVER, LIST, { project_id: "1" }, query));
  expect([...url.searchParams]).toEqual([
    ["pathname", "/a b&c=ü"],
    ["deleted", "true"],
    ["offset", "0"],
  ]);
  expect(buildUrl(SERVER, LIST, { project_id: "1" }, { limit: undefined })).not.toContain("?");
});

// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  NO_CONNECTION_ID,
  saveConnection,
  storeActiveConnectionId,
  storePin,
} from "@/app/connection/connection-store";
import { DEMO_CONNECTION } from "@/app/connection/demo-connection";
import { consumeEarlyFetch, getEarlyFetchUrls, startEarlyFetch } from "@/app/connection/early-fetch";
import { routes } from "@/app/routes/route-table";
import { contractEndpoints, otherEndpoints } from "@/contract/endpoints";
import { buildRequest } from "@/http/build-request";
import { routeUrls } from "../../../test/browser/support/route-urls";

const server = {
  id: "https://eu.example environments",
  label: "eu.example",
  baseUrl: "https://eu.example",
  prefix: "projects",
  key: "phx_secret_eu",
} as const;
const LIST = "https://eu.example/api/projects/1/subscriptions/?limit=100&offset=0";

const at = (path: string) => new URL(path, "https://environs.example");

function requestFor(address: string, part: { readonly key?: string; readonly method?: string } = {}) {
  const { key = server.key, method = "GET" } = part;
  return buildRequest(address, key, {
    method,
    accept: "application/json",
    signal: new AbortController().signal,
  });
}

const send = vi.fn(async (_request: Request) => new Response("{}"));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", send);
  saveConnection(server, false);
  storeActiveConnectionId(server.id);
  storePin(null);
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  send.mockClear();
  sessionStorage.clear();
  localStorage.clear();
});

/** Routes of pages that read browser storage and send no request. */
const ASKS_BROWSER = [routes.journal.path];

test.each(Object.values(routes))("$path requests first what its URL needs", ({ path, prefetch }) => {
  const addresses = getEarlyFetchUrls(at(routeUrls[path] ?? ""), server);
  expect(addresses.length > 0).toBe(
    (prefetch !== undefined && !ASKS_BROWSER.includes(path)) || path.endsWith("/new"),
  );
  const templates = [...contractEndpoints, ...otherEndpoints].map((endpoint) =>
    endpoint.path.replace("/environments/", "/projects/"),
  );
  for (const address of addresses) {
    const { pathname } = new URL(address);
    const isOne = (template: string) =>
      new RegExp(`^${template.replaceAll(/:\w+/g, "[^/]+")}$`).test(pathname);
    expect([pathname, templates.filter(isOne).length > 0]).toEqual([pathname, true]);
  }
});

test.each([
  "/p/1/subscriptions?view=trash",
  "/p/1/subscriptions?q=is:deleted",
  "/p/1/subscriptions/007",
  "/p/%2e%2e/members",
  "/p/1/vitals",
  "/p/1/vitals?path=https://x.example/a",
  "/p/1/nothing",
  "/connect",
  "/",
])("sends nothing before the page reads %s", (path) => {
  expect(getEarlyFetchUrls(at(path), server)).toEqual([]);
});

test("the root requests the last project's list", () => {
  localStorage.setItem(`environs.project.${server.id}`, "1");
  expect(getEarlyFetchUrls(at("/"), server)).toEqual([LIST]);
});

test("returns a response once, to the same request only", async () => {
  startEarlyFetch(at("/p/1/subscriptions"));
  expect(send.mock.calls.map(([request]) => request.url)).toEqual([LIST]);
  expect(consumeEarlyFetch(requestFor("https://eu.example/api/projects/"))).toBeNull();
  expect(await consumeEarlyFetch(requestFor(LIST))).toBeInstanceOf(Response);
  expect(consumeEarlyFetch(requestFor(LIST))).toBeNull();
});

test("doesn't return it for another key", () => {
  startEarlyFetch(at("/p/1/subscriptions"));
  expect(consumeEarlyFetch(requestFor(LIST, { key: "phx_other" }))).toBeNull();
  expect(send.mock.calls[0]?.[0].signal.aborted).toBe(true);
  expect(consumeEarlyFetch(requestFor(LIST))).toBeNull();
});

test("drops it after a write or a timeout", () => {
  startEarlyFetch(at("/p/1/subscriptions"));
  expect(consumeEarlyFetch(requestFor(LIST, { method: "POST" }))).toBeNull();
  expect(consumeEarlyFetch(requestFor(LIST))).toBeNull();
  startEarlyFetch(at("/p/1/subscriptions"));
  vi.advanceTimersByTime(30_000);
  expect(consumeEarlyFetch(requestFor(LIST))).toBeNull();
  expect(send.mock.calls.map(([request]) => request.signal.aborted)).toEqual([true, true]);
});

test("sends nothing without a connection and its key", () => {
  storeActiveConnectionId("demo");
  startEarlyFetch(at("/p/1/subscriptions"));
  storeActiveConnectionId(server.id);
  saveConnection({ ...server, key: "" }, false);
  startEarlyFetch(at("/p/1/subscriptions"));
  saveConnection({ ...server, key: "phx_ü" }, false);
  startEarlyFetch(at("/p/1/subscriptions"));
  expect(send).not.toHaveBeenCalled();
});

test("sends the first request of the demo to the demo, even if a server is pinned", async () => {
  const sendToDemo = vi.fn(async (_request: Request) => new Response("{}"));
  const address = `${location.origin}/api/environments/1/subscriptions/?limit=100&offset=0`;
  storeActiveConnectionId("demo");
  storePin({ ...server, baseUrl: "https://us.example" });
  startEarlyFetch(at("/p/1/subscriptions"), sendToDemo);
  expect(sendToDemo.mock.calls.map(([request]) => request.url)).toEqual([address]);
  expect(consumeEarlyFetch(requestFor(address))).toBeNull();
  startEarlyFetch(at("/p/1/subscriptions"), sendToDemo);
  expect(await consumeEarlyFetch(requestFor(address, { key: DEMO_CONNECTION.key }))).toBeInstanceOf(Response);
  expect(send).not.toHaveBeenCalled();
});

test("never sends to the demo while a server is active, or after a disconnect", () => {
  const sendToDemo = vi.fn(async (_request: Request) => new Response("{}"));
  startEarlyFetch(at("/p/1/subscriptions"), sendToDemo);
  storePin({ ...server, baseUrl: "https://us.example" });
  startEarlyFetch(at("/p/1/subscriptions"), sendToDemo);
  storeActiveConnectionId(NO_CONNECTION_ID);
  startEarlyFetch(at("/p/1/subscriptions"), sendToDemo);
  expect(sendToDemo).not.toHaveBeenCalled();
});

test.each([
  ["another server", { ...server, baseUrl: "https://us.example" }, 0],
  ["another path prefix", { ...server, prefix: "environments" as const }, 0],
  ["this server", server, 1],
  ["no server", null, 1],
])("a site that was pinned to %s on the last visit sends early requests accordingly", (_, pin, count) => {
  storePin(pin);
  startEarlyFetch(at("/p/1/subscriptions"));
  expect(send).toHaveBeenCalledTimes(count);
});

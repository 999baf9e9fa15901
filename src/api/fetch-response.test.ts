import { getEventListeners } from "node:events";
import { expect, it, vi } from "vitest";
import { buildUrl, fetchResponse, MAX_RESPONSE_BYTES } from "./fetch-response";

const build = (signal: AbortSignal) => new Request("https://api.example/api/x/", { signal });
const call = { build, cancelSignal: undefined, idleTimeoutMs: 30_000, isFile: false };

/** Creates an opaque redirect, whose status is 0. */
function opaqueRedirect(): Response {
  const response = new Response(null);
  Object.defineProperties(response, { type: { value: "opaqueredirect" }, status: { value: 0 } });
  return response;
}

/** Never responds, and rejects when the request is aborted. */
function untilAborted(request: Request): Promise<Response> {
  return new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
  });
}

/** Sends headers and part of the body, then waits for an abort. */
async function stalling(request: Request): Promise<Response> {
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        request.signal.addEventListener("abort", () => controller.error(request.signal.reason));
      },
    }),
  );
}

it.each([301, 304, 308, "opaque"] as const)("treats %s as a redirect", async (status) => {
  const headers = { Location: "https://elsewhere.example/" };
  const fetch = async () =>
    status === "opaque" ? opaqueRedirect() : new Response(null, { status, headers });
  const redirect = { name: "NetworkError", reason: "redirect" };
  await expect(fetchResponse({ ...call, fetch })).rejects.toMatchObject(redirect);
});

it("reports that the browser is offline", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  const error = fetchResponse({ ...call, fetch });
  await expect(error).rejects.toMatchObject({ name: "NetworkError", reason: "offline" });
});

it.each([
  ["no response", untilAborted],
  ["a partial response", stalling],
])("throws a TimeoutError after %s", async (_, fetch) => {
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(clock.signal);
  const received = fetchResponse({ ...call, fetch, idleTimeoutMs: 7_000 });
  queueMicrotask(() => clock.abort(new DOMException("timed out", "TimeoutError")));
  await expect(received).rejects.toMatchObject({ name: "TimeoutError", timeoutMs: 7_000 });
  expect(timeout).toHaveBeenCalledWith(7_000);
});

it.each([
  ["no response", untilAborted],
  ["a partial response", stalling],
])("prefers the caller's reason when both abort after %s", async (_, fetch) => {
  const clock = new AbortController();
  const cancelSignal = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(clock.signal);
  const reason = new Error("left the page");
  const received = fetchResponse({ ...call, fetch, cancelSignal: cancelSignal.signal });
  queueMicrotask(() => {
    clock.abort(new DOMException("timed out", "TimeoutError"));
    cancelSignal.abort(reason);
  });
  await expect(received).rejects.toBe(reason);
});

it("returns bytes for a file and text for its error", async () => {
  const file = await fetchResponse({ ...call, isFile: true, fetch: async () => new Response("a,b") });
  expect(file.body).toBeInstanceOf(Blob);
  const errorResponse = await fetchResponse({
    ...call,
    isFile: true,
    fetch: async () => new Response("{}", { status: 404 }),
  });
  expect(errorResponse.body).toBe("{}");
});

/** Replaces timeout signals. `ring` aborts the latest one. */
function clocks() {
  const started: AbortController[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const clock = new AbortController();
    started.push(clock);
    return clock.signal;
  });
  return { started, ring: () => started.at(-1)?.abort() };
}

it("waits for a slow response", async () => {
  const { started, ring } = clocks();
  const bytes = new TextEncoder().encode('{"title": "Größe"}');
  const fetch = async ({ signal }: Request) => {
    let sent = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          // The timer fires before each byte. The request continues, because data has arrived
          // since the timer started.
          ring();
          if (signal.aborted) return controller.error(signal.reason);
          if (sent === bytes.length) return controller.close();
          controller.enqueue(bytes.slice(sent, (sent += 1)));
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body);
  };
  const { body: text } = await fetchResponse({ ...call, fetch });
  expect(text).toBe('{"title": "Größe"}');
  expect(started.length).toBeGreaterThan(bytes.length);
});

it("aborts when data stops", async () => {
  const { started, ring } = clocks();
  // The stream requests the second chunk after the first chunk has been read.
  let noteSecondRead = () => {};
  const secondRead = new Promise<void>((resolve) => {
    noteSecondRead = resolve;
  });
  const fetch = async ({ signal }: Request) => {
    let reads = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          reads += 1;
          if (reads === 1) return controller.enqueue(new TextEncoder().encode('{"id":'));
          signal.addEventListener("abort", () => controller.error(signal.reason));
          noteSecondRead();
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body);
  };
  const received = fetchResponse({ ...call, fetch }).catch((error: unknown) => error);
  await secondRead;
  ring();
  expect(started).toHaveLength(2);
  ring();
  expect(await received).toMatchObject({ name: "TimeoutError", timeoutMs: 30_000 });
});

it("removes its listener from the timeout signal", async () => {
  const { started } = clocks();
  const received = fetchResponse({ ...call, fetch: async () => new Response("{}") });
  const held = () => started.flatMap(({ signal }) => getEventListeners(signal, "abort"));
  expect(held()).toHaveLength(1);
  await received;
  expect(held()).toEqual([]);
});

/** Creates an endless response and counts the bytes that the stream has produced. */
function endless(status: number) {
  const part = new Uint8Array(500_000).fill(0x78);
  const taken = { bytes: 0, isStopped: false };
  const body = new ReadableStream({
    pull(controller) {
      taken.bytes += part.byteLength;
      controller.enqueue(part);
    },
    cancel() {
      taken.isStopped = true;
    },
  });
  return { taken, fetch: async () => new Response(body, { status }) };
}

it.each([
  [200, MAX_RESPONSE_BYTES],
  [500, 1_000_000],
])("limits a response with %i to %i bytes", async (status, most) => {
  const { fetch, taken } = endless(status);
  const { isTruncated: isCut, body } = await fetchResponse({ ...call, fetch });
  expect(isCut).toBe(true);
  expect(taken.isStopped).toBe(true);
  // One chunk exceeds the limit, and the stream may buffer two more.
  expect(taken.bytes).toBeLessThanOrEqual(most + 1_500_000);
  expect(String(body)).toHaveLength(most);
});

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

it.each(["", ".."])("rejects the path value %j, which URL parsing would resolve", (value) => {
  expect(() => buildUrl(SERVER, LIST, { project_id: value })).toThrow("project_id");
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

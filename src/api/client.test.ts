import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { sleep } from "@/lib/time/wait";
import { type Client, createClient } from "./client";
import { defineEndpoint, emptyResponse, fileResponse } from "./endpoint";
import { ContractError } from "./errors";
import { parseWith } from "./parsers";

const KEY = "phx_secret_key";
const CONNECTION = {
  id: "1",
  label: "Test",
  baseUrl: "https://api.example",
  prefix: "environments",
} as const;
const thing = z.looseObject({ id: z.int() });

const getThing = defineEndpoint({
  id: "things.get",
  method: "GET",
  path: "/api/environments/:project_id/things/",
  query: z.strictObject({ limit: z.optional(z.int()) }),
  response: { kind: "json", parse: parseWith(thing) },
});
const createThing = defineEndpoint({
  id: "things.create",
  method: "POST",
  path: "/api/environments/:project_id/things/",
  body: z.strictObject({ title: z.string() }),
  response: { kind: "json", parse: parseWith(thing) },
});
const removeThing = defineEndpoint({
  id: "things.delete",
  method: "DELETE",
  path: "/api/environments/:project_id/things/",
  response: emptyResponse,
});
const getFile = defineEndpoint({
  id: "things.file",
  method: "GET",
  path: "/api/environments/:project_id/file/",
  response: fileResponse,
});

const path = { project_id: "1" };
type Step = (request: Request) => Response | Promise<Response>;

/** Creates a client whose responses are scripted. The last response repeats. */
function clientOf(steps: readonly Step[], key = KEY, pause?: typeof sleep) {
  const sent: Request[] = [];
  const slept: number[] = [];
  const client = createClient({
    connection: { ...CONNECTION, key },
    fetch: async (request) => {
      sent.push(request);
      const step = steps[Math.min(sent.length, steps.length) - 1];
      if (step === undefined) throw new Error("no step");
      return step(request);
    },
    sleep:
      pause ??
      (async (ms, signal) => {
        signal?.throwIfAborted();
        slept.push(ms);
      }),
    random: () => 0,
  });
  return { client, sent, slept };
}

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Step =>
  () =>
    new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
const lost: Step = () => {
  throw new TypeError("Failed to fetch");
};
/** Never responds, but rejects on abort, as `fetch` does. */
const silent: Step = (request) =>
  new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("it succeeded"),
    (error: unknown) => error,
  );

/** Lets each time limit expire in the next task. */
function expireTimeLimits(): void {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const limit = new AbortController();
    setTimeout(() => limit.abort());
    return limit.signal;
  });
}

describe("the request", () => {
  it("contains the key only in its header, and no browser credentials", async () => {
    const { client, sent } = clientOf([json({ id: 1 })]);
    await client.request(getThing, { path, query: { limit: 5 } });
    const [request] = sent;
    expect(request?.url).toBe("https://api.example/api/environments/1/things/?limit=5");
    expect(request?.headers.get("authorization")).toBe(`Bearer ${KEY}`);
    expect(request?.headers.get("content-type")).toBeNull();
    expect(request?.credentials).toBe("omit");
    expect(request?.referrerPolicy).toBe("no-referrer");
    expect(request?.cache).toBe("no-store");
    expect(request?.redirect).toBe("manual");
  });

  it("isn't sent when the body violates the contract", async () => {
    const { client, sent } = clientOf([json({ id: 1 })]);
    const body: { title: string } = Object.assign({ title: "x" }, { unknown: 1 });
    await expect(client.request(createThing, { path, body })).rejects.toThrow(/things\.create: the body/);
    await expect(client.request(getThing, { path, query: { limit: 1.5 } })).rejects.toThrow(/limit/);
    expect(sent).toHaveLength(0);
  });

  it.each(["", "phx_a\nb", "phx_…", "phx a"])(
    "isn't sent when the key %j is invalid in a header",
    async (key) => {
      const { client, sent } = clientOf([json({ id: 1 })], key);
      const error = await failureOf(client.request(getThing, { path }));
      expect(error).toMatchObject({ name: "NetworkError", reason: "key" });
      expect(sent).toHaveLength(0);
    },
  );
});

describe("the response", () => {
  it("is a file when the endpoint returns files", async () => {
    const { client, sent } = clientOf([json("bytes")]);
    const file = await client.request(getFile, { path });
    expect(await file.blob.text()).toBe("bytes");
    expect(sent[0]?.headers.get("accept")).toBe("*/*");
  });

  it.each([
    ["a page", "<!doctype html><title>Sign in</title>", "HTML"],
    ["half of it", '{"id": 1', "cut off"],
  ])("is a ContractError with the text for %s", async (_, text, words) => {
    const { client, sent } = clientOf([json(text)]);
    const error = await failureOf(client.request(getThing, { path }));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ endpoint: "things.get", body: text });
    expect(String(error)).toContain(words);
    expect(sent).toHaveLength(1);
  });
});

describe("retries", () => {
  it("recover reads from temporary failures", async () => {
    const { client, sent, slept } = clientOf([lost, json("", 503), json("<html>", 502), json({ id: 1 })]);
    await expect(client.request(getThing, { path })).resolves.toEqual({ id: 1 });
    expect(sent).toHaveLength(4);
    expect(slept).toEqual([150, 300, 600]);
  });

  it("wait for a throttled request of the same endpoint", async () => {
    vi.useFakeTimers();
    const throttled = json({}, 429, { "Retry-After": "34" });
    const { client, sent } = clientOf([throttled, json({ id: 1 })], KEY, sleep);
    const first = client.request(getThing, { path });
    await vi.advanceTimersByTimeAsync(14_000);
    const second = client.request(getThing, { path });
    const cancel = new AbortController();
    const left = failureOf(client.request(getThing, { path, signal: cancel.signal }));
    await vi.advanceTimersByTimeAsync(19_900);
    expect(sent).toHaveLength(1);
    cancel.abort(new Error("left the page"));
    expect(await left).toBe(cancel.signal.reason);
    await vi.advanceTimersByTimeAsync(300);
    await Promise.all([first, second]);
    expect(sent).toHaveLength(3);
  });

  it("of other endpoints, and writes, don't wait", async () => {
    vi.useFakeTimers();
    const throttled = json({}, 429, { "Retry-After": "34" });
    const { client, sent } = clientOf([throttled, json({ id: 1 })], KEY, sleep);
    void client.request(getThing, { path });
    await vi.advanceTimersByTimeAsync(0);
    await client.request(getFile, { path });
    await client.request(createThing, { path, body: { title: "x" } });
    expect(sent).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(34_000);
    expect(sent).toHaveLength(4);
  });

  it.each([
    ["a lost connection", lost],
    ["a server error", json("", 500)],
    ["throttling", json({}, 429, { "Retry-After": "1" })],
  ])("never repeat a write after %s", async (_, step) => {
    const { client, sent } = clientOf([step]);
    await failureOf(client.request(createThing, { path, body: { title: "x" } }));
    await failureOf(client.request(removeThing, { path }));
    expect(sent).toHaveLength(2);
  });

  it("stop when the caller aborts during a delay", async () => {
    vi.useFakeTimers();
    const cancel = new AbortController();
    const reason = new Error("left the page");
    const { client, sent } = clientOf([json("", 503)], KEY, sleep);
    let failure: unknown;
    const call = async () => {
      failure = await failureOf(client.request(getThing, { path, signal: cancel.signal }));
    };
    void call();
    // The first retry delay is 150 ms.
    await vi.advanceTimersByTimeAsync(75);
    expect(failure).toBeUndefined();
    cancel.abort(reason);
    await vi.advanceTimersByTimeAsync(0);
    expect(failure).toBe(reason);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
  });
});

describe("a rejected key", () => {
  const NEW_KEY = "phx_new_key";
  const keyOf = (request: Request | undefined) => request?.headers.get("authorization");
  const readThing = (client: Client) => client.request(getThing, { path });

  /** Creates a client and a server that accepts one key. Tests decide when the server responds. */
  function inUse() {
    const sent: { readonly request: Request; readonly respond: () => void }[] = [];
    const server = { accepts: NEW_KEY };
    const client = createClient({
      connection: { ...CONNECTION, key: KEY },
      fetch: (request) =>
        new Promise((resolve) => {
          const respond = () => {
            const isAccepted = keyOf(request) === `Bearer ${server.accepts}`;
            resolve(
              isAccepted ? Response.json({ id: 1 }) : Response.json({ detail: "No." }, { status: 401 }),
            );
          };
          sent.push({ request, respond });
        }),
      waitsForNewKey: true,
    });
    return { client, sent, server };
  }

  it.each([
    ["another key", NEW_KEY],
    ["the same key", KEY],
  ])("is reported, and the read waits for %s", async (_, renewed) => {
    const { client, sent, server } = inUse();
    const reading = readThing(client);
    sent[0]?.respond();
    await vi.waitFor(() => expect(client.connectionStatus.get().keyRefusal).toBe("read"));
    expect(sent).toHaveLength(1);
    server.accepts = renewed;
    client.renewKey(renewed);
    expect(client.connectionStatus.get().keyRefusal).toBeNull();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    sent[1]?.respond();
    await expect(reading).resolves.toEqual({ id: 1 });
    expect(keyOf(sent[1]?.request)).toBe(`Bearer ${renewed}`);
    expect(client.connection.key).toBe(renewed);
  });

  it.each([
    ["a read that waits to be retried", json({}, 429, { "Retry-After": "34" })],
    ["a read of a lost connection", lost],
  ])("isn't sent again after a disconnect: %s", async (_, step) => {
    vi.useFakeTimers();
    const { client, sent } = clientOf([step], KEY, sleep);
    const failure = failureOf(client.request(getThing, { path }));
    await vi.advanceTimersByTimeAsync(0);
    client.removeKey(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failure).toMatchObject({ status: 401, isAboutKey: true });
    await failureOf(client.request(createThing, { path, body: { title: "x" } }));
    expect(sent).toHaveLength(1);
  });

  it("isn't sent to follow a redirect after a disconnect", async () => {
    const { client, sent } = clientOf([json({ id: 1 })]);
    const attempt = async (
      { baseUrl }: { baseUrl: string },
      fetch: (request: Request) => Promise<Response>,
    ) => {
      await fetch(new Request(`${baseUrl}/first`));
      client.removeKey(false);
      return fetch(new Request(`${baseUrl}/second`));
    };
    expect(await failureOf(client.withRetry({ method: "GET", endpoint: "file" }, attempt))).toMatchObject({
      status: 401,
    });
    expect(sent).toHaveLength(1);
  });

  it("is asked for after a disconnect in another tab, and reads wait for it", async () => {
    const { client, sent } = inUse();
    client.removeKey(true);
    expect(client.connectionStatus.get().keyRefusal).toBe("read");
    const reading = readThing(client);
    await failureOf(client.request(createThing, { path, body: { title: "x" } }));
    expect(sent).toEqual([]);
    client.renewKey(NEW_KEY);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    sent[0]?.respond();
    await expect(reading).resolves.toEqual({ id: 1 });
  });

  it("isn't sent by later reads, which wait for the new one", async () => {
    const { client, sent } = inUse();
    const readings = [readThing(client)];
    sent[0]?.respond();
    await vi.waitFor(() => expect(client.connectionStatus.get().keyRefusal).toBe("read"));
    readings.push(readThing(client));
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toHaveLength(1);
    client.renewKey(NEW_KEY);
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    for (const { request, respond } of sent.slice(1)) {
      expect(request.headers.get("authorization")).toBe(`Bearer ${NEW_KEY}`);
      respond();
    }
    await expect(Promise.all(readings)).resolves.toEqual([{ id: 1 }, { id: 1 }]);
  });

  it("isn't reported when the key has changed, and the read uses the new one", async () => {
    const { client, sent } = inUse();
    const reading = readThing(client);
    client.renewKey(NEW_KEY);
    sent[0]?.respond();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(client.connectionStatus.get().keyRefusal).toBeNull();
    sent[1]?.respond();
    await expect(reading).resolves.toEqual({ id: 1 });
  });

  it("is reported for a write, which is never repeated", async () => {
    const { client, sent } = inUse();
    const reading = readThing(client);
    const writing = failureOf(client.request(createThing, { path, body: { title: "x" } }));
    sent[1]?.respond();
    sent[0]?.respond();
    expect(await writing).toMatchObject({ status: 401, isMutation: true });
    expect(client.connectionStatus.get().keyRefusal).toBe("write");
    client.renewKey(NEW_KEY);
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    sent[2]?.respond();
    await reading;
    expect(sent.map(({ request }) => request.method)).toEqual(["GET", "POST", "GET"]);
  });

  it("ends a read that a change is sent after, so that nothing is sent later", async () => {
    const { client, sent } = inUse();
    const reading = failureOf(client.request(getThing, { path, isPartOfChange: true }));
    sent[0]?.respond();
    expect(await reading).toMatchObject({ status: 401, isMutation: false });
    // The user learns that the change wasn't saved.
    expect(client.connectionStatus.get().keyRefusal).toBe("write");
    client.renewKey(NEW_KEY);
    expect(sent).toHaveLength(1);
  });

  it.each([
    [401, "authentication_failed", "Personal API key is invalid.", true],
    [403, "authentication_failed", "Personal API key is invalid.", true],
    [401, null, null, true],
    [401, "authentication_failed", "No temporary_token set. Ask for one.", false],
    [401, "not_authenticated", "Authentication credentials were not provided.", false],
    [403, "permission_denied", "This action does not support Personal API Key access", false],
  ])("after a response with %s %s “%s” counts as rejected: %s", async (status, code, detail, isAboutKey) => {
    const { client } = clientOf([json({ type: "authentication_error", code, detail, attr: null }, status)]);
    const failure = await failureOf(client.request(getThing, { path }));
    expect(failure).toMatchObject({ status, isAboutKey });
    expect(client.connectionStatus.get().keyRefusal).toBe(isAboutKey ? "read" : null);
  });

  it.each(["<!doctype html><title>Sign in</title>", ""])(
    "isn't inferred from a proxy's response: %j",
    async (body) => {
      const { client } = clientOf([() => new Response(body, { status: 401 })]);
      await failureOf(client.request(getThing, { path }));
      expect(client.connectionStatus.get().keyRefusal).toBeNull();
    },
  );

  it("stops waiting when the caller aborts", async () => {
    const { client, sent } = inUse();
    const cancel = new AbortController();
    const reason = new Error("left the page");
    const reading = failureOf(client.request(getThing, { path, signal: cancel.signal }));
    sent[0]?.respond();
    await vi.waitFor(() => expect(client.connectionStatus.get().keyRefusal).toBe("read"));
    cancel.abort(reason);
    expect(await reading).toBe(reason);
    client.renewKey(NEW_KEY);
    expect(sent).toHaveLength(1);
  });

  it("resets the missing scopes of the previous key", async () => {
    const detail = "API key missing required scope 'thing:read'";
    const { client } = clientOf([json({ detail }, 403)]);
    await failureOf(readThing(client));
    expect(client.connectionStatus.get().missingScopes.size).toBe(1);
    client.renewKey(NEW_KEY);
    expect(client.connectionStatus.get().missingScopes.size).toBe(0);
  });
});

describe("marks failed writes", () => {
  it.each([
    ["a lost connection", lost],
    ["a server error", json("", 500)],
    ["a page", json("<html>")],
    ["no response", silent],
    ["a redirect", () => Response.redirect("https://elsewhere.example/", 302)],
  ] satisfies [string, Step][])("%s", async (_, step) => {
    if (step === silent) expireTimeLimits();
    const { client } = clientOf([step]);
    const body = { title: "x" };
    const write = await failureOf(client.request(createThing, { path, body }));
    const read = await failureOf(client.request(getThing, { path }));
    expect(write).toMatchObject({ isMutation: true });
    expect(read).toMatchObject({ isMutation: false });
  });
});

it("sends nothing when aborted before", async () => {
  const { client, sent } = clientOf([json({ id: 1 })]);
  const signal = AbortSignal.abort(new Error("gone"));
  await expect(client.request(getThing, { path, signal })).rejects.toThrow("gone");
  expect(sent).toHaveLength(0);
});

it("distinguishes an interrupted response from none", async () => {
  const broken: Step = () =>
    new Response(
      new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) }),
    );
  const { client } = clientOf([broken]);
  const error = await failureOf(client.request(createThing, { path, body: { title: "x" } }));
  expect(error).toMatchObject({ name: "NetworkError", reason: "broken-off" });
});

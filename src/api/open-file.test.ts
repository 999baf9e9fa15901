import { buildClient } from "@test/support/builders";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { defineEndpoint, fileResponse } from "./endpoint";
import { openFile } from "./open-file";

const getFile = defineEndpoint({
  id: "things.file",
  method: "GET",
  path: "/api/environments/:project_id/file/",
  query: z.strictObject({ download: z.optional(z.boolean()) }),
  response: fileResponse,
});
const path = { project_id: "1" };
const KEY = "phx_secret_key";
type Step = (request: Request) => Response | Promise<Response>;

/** Opens a file whose responses are scripted. The last response repeats. */
function opening(steps: readonly Step[], options: { signal?: AbortSignal; timeoutMs?: number } = {}) {
  const sent: Request[] = [];
  const client = buildClient({
    baseUrl: "https://api.example",
    key: KEY,
    fetch: async (request) => {
      sent.push(request);
      const step = steps[Math.min(sent.length, steps.length) - 1];
      if (step === undefined) throw new Error("no step");
      return step(request);
    },
  });
  const opened = openFile(client, getFile, { path, query: { download: true }, ...options });
  return { opened, sent, client };
}

const lost: Step = () => {
  throw new TypeError("Failed to fetch");
};
const silent: Step = () => new Promise(() => undefined);
const file =
  (body: string, headers: Record<string, string> = {}): Step =>
  () =>
    new Response(body, { headers });
/** Sends some chunks, then stalls, ends or fails. */
const parts =
  (texts: readonly string[], ending: "silence" | "end" | "cut", headers: Record<string, string> = {}): Step =>
  () => {
    const waiting = [...texts];
    const stream = new ReadableStream({
      pull(controller) {
        const text = waiting.shift();
        if (text !== undefined) return controller.enqueue(new TextEncoder().encode(text));
        if (ending === "end") controller.close();
        if (ending === "cut") controller.error(new TypeError("terminated"));
        return new Promise<void>(() => undefined);
      },
    });
    return new Response(stream, { headers });
  };

/** Creates another host's response after a redirect. */
function fromElsewhere(body: string, status = 200): Response {
  const response = new Response(body, { status, headers: { "Content-Length": "100" } });
  return Object.defineProperties(response, { redirected: { value: true }, type: { value: "cors" } });
}

const elsewhere: Step = () =>
  new Response(null, { status: 302, headers: { Location: "https://files.example/x?signed" } });

function textOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  return new Response(stream).text();
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("it succeeded"),
    (error: unknown) => error,
  );

describe("an open file", () => {
  it("has its bytes, its size, its type and its name", async () => {
    const headers = {
      "Content-Type": "Text/CSV; charset=utf-8",
      "Content-Length": "4",
      "Content-Disposition": 'attachment; filename="a b.csv"',
    };
    const { opened, sent } = opening([file("abcd", headers)]);
    const { stream, ...facts } = await opened;
    expect(facts).toEqual({ sizeBytes: 4, mediaType: "text/csv", filename: "a b.csv" });
    expect(await textOf(stream)).toBe("abcd");
    expect(sent[0]?.url).toBe("https://api.example/api/environments/1/file/?download=true");
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${KEY}`);
    expect(sent[0]?.redirect).toBe("manual");
  });

  it.each([
    ["not announced", {}],
    ["of a compressed response", { "Content-Length": "2", "Content-Encoding": "gzip" }],
    ["no number", { "Content-Length": "4, 4" }],
  ])("has no size when it is %s", async (_, headers) => {
    const { opened } = opening([file("abcd", headers)]);
    const { sizeBytes, stream } = await opened;
    expect(sizeBytes).toBeNull();
    expect(await textOf(stream)).toBe("abcd");
  });

  it("is retried after temporary failures, but not once it has started", async () => {
    const { opened, sent } = opening([
      lost,
      () => new Response("", { status: 503 }),
      parts(["ab"], "cut", { "Content-Length": "4" }),
    ]);
    const { stream } = await opened;
    expect(sent).toHaveLength(3);
    expect(await failureOf(textOf(stream))).toMatchObject({ name: "NetworkError", reason: "broken-off" });
    expect(sent).toHaveLength(3);
  });

  it.each([
    ["fewer", ["ab"], { name: "NetworkError", reason: "broken-off" }],
    ["more", ["ab", "cde"], { name: "FileError", reason: "too-long" }],
  ] as const)("errors when %s bytes arrive than announced", async (_, texts, error) => {
    const { opened } = opening([parts(texts, "end", { "Content-Length": "4" })]);
    expect(await failureOf(textOf((await opened).stream))).toMatchObject(error);
  });

  it("throws the server's error without a stream", async () => {
    const { opened, client } = opening([() => Response.json({ detail: "Not found." }, { status: 404 })]);
    expect(await failureOf(opened)).toMatchObject({ name: "HttpError", status: 404, detail: "Not found." });
    expect(client.connectionStatus.get().keyRefusal).toBeNull();
  });

  it("reports a rejected key", async () => {
    const { opened, client } = opening([() => Response.json({ detail: `${KEY}?` }, { status: 401 })]);
    const failure = await failureOf(opened);
    expect(failure).toMatchObject({ name: "HttpError", status: 401, detail: "•••?" });
    expect(client.connectionStatus.get().keyRefusal).toBe("read");
  });
});

describe("idle time", () => {
  it("aborts the wait for the head", async () => {
    vi.useFakeTimers();
    const { opened, sent } = opening([silent], { timeoutMs: 1_000 });
    const failure = failureOf(opened);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await failure).toMatchObject({ name: "TimeoutError", timeoutMs: 1_000 });
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  it("aborts the wait for the next chunk, and the request", async () => {
    vi.useFakeTimers();
    const { opened, sent } = opening([parts(["ab"], "silence")], { timeoutMs: 1_000 });
    const { stream } = await opened;
    const failure = failureOf(textOf(stream));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await failure).toMatchObject({ name: "TimeoutError", timeoutMs: 1_000 });
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  it("counts only while a read is pending", async () => {
    vi.useFakeTimers();
    const { opened } = opening([parts(["ab", "cd", "ef"], "end")], { timeoutMs: 1_000 });
    const { stream } = await opened;
    const reader = stream.getReader();
    const seen: string[] = [];
    for (;;) {
      await vi.advanceTimersByTimeAsync(900);
      const { value, done } = await reader.read();
      if (done) break;
      seen.push(new TextDecoder().decode(value));
    }
    expect(seen).toEqual(["ab", "cd", "ef"]);
  });
});

describe("canceling", () => {
  it.each([
    ["before the head", silent],
    ["between two parts", parts(["ab"], "silence")],
  ])("%s ends with the caller's reason", async (_, step) => {
    const cancel = new AbortController();
    const reason = new Error("left the page");
    const { opened, sent } = opening([step], { signal: cancel.signal });
    const read = failureOf(opened.then(({ stream }) => textOf(stream)));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    cancel.abort(reason);
    expect(await read).toBe(reason);
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  it("reaches a stream without a pending read", async () => {
    const cancel = new AbortController();
    const { opened } = opening([parts(["ab", "cd"], "end")], { signal: cancel.signal });
    const reader = (await opened).stream.getReader();
    await reader.read();
    cancel.abort(new Error("gone"));
    await expect(reader.read()).rejects.toThrow("gone");
  });

  it("the stream aborts the request", async () => {
    const { opened, sent } = opening([parts(["ab"], "silence")]);
    const { stream } = await opened;
    await stream.cancel();
    expect(sent[0]?.signal.aborted).toBe(true);
  });
});

describe("a file on another host", () => {
  // `dropsKeyOnRedirect` checks for this function, which Node 20 lacks.
  const before = Object.getOwnPropertyDescriptor(Promise, "withResolvers");
  beforeEach(
    () => void Object.defineProperty(Promise, "withResolvers", { value: () => {}, configurable: true }),
  );
  afterEach(() => {
    Reflect.deleteProperty(Promise, "withResolvers");
    if (before !== undefined) Object.defineProperty(Promise, "withResolvers", before);
  });

  it("is requested again and followed", async () => {
    const { opened, sent } = opening([elsewhere, () => fromElsewhere("x".repeat(200))]);
    const { stream, sizeBytes } = await opened;
    expect(sent.map(({ redirect }) => redirect)).toEqual(["manual", "follow"]);
    expect(sizeBytes).toBe(100);
    // The browser hides compression of cross-origin responses, so extra bytes aren't an error.
    expect(await textOf(stream)).toHaveLength(200);
  });

  it("isn't downloaded in a browser that may forward the key", async () => {
    Reflect.deleteProperty(Promise, "withResolvers");
    const { opened, sent } = opening([elsewhere]);
    expect(await failureOf(opened)).toMatchObject({ name: "NetworkError", reason: "redirect" });
    expect(sent).toHaveLength(1);
  });

  it("reports an unreadable response of that host", async () => {
    const { opened, sent } = opening([elsewhere, lost]);
    expect(await failureOf(opened)).toMatchObject({ name: "FileError", reason: "storage-silent" });
    expect(sent).toHaveLength(2);
  });

  it("reports an error of that host, and ignores it for the key", async () => {
    const { opened, client } = opening([elsewhere, () => fromElsewhere("<Error/>", 401)]);
    expect(await failureOf(opened)).toMatchObject({
      name: "FileError",
      reason: "storage-refused",
      status: 401,
    });
    expect(client.connectionStatus.get().keyRefusal).toBeNull();
  });
});

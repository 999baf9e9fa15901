import { describe, expect, it } from "vitest";
import { NetworkError } from "@/api/errors";
import type { PreviewedFile } from "./file-source";
import { AUTO_FETCH_MAX_BYTES, loadPreview, type Preview } from "./load-preview";

type Chunk = string | Uint8Array<ArrayBuffer>;

const toBytes = (part: Chunk) => (typeof part === "string" ? new TextEncoder().encode(part) : part);

interface ServedFile {
  readonly chunks: Iterable<Chunk>;
  readonly size?: number | null;
  readonly mediaType?: string;
  /** Error with which the stream ends after the last chunk. */
  readonly failure?: unknown;
}

/** Creates a server for a file, and counts the chunks that are read. */
function serveFile({ chunks, size = null, mediaType = "", failure }: ServedFile) {
  const from = chunks[Symbol.iterator]();
  const seen = { chunks: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const { done, value } = from.next();
        if (!done) {
          seen.chunks += 1;
          controller.enqueue(toBytes(value));
        } else if (failure === undefined) controller.close();
        else controller.error(failure);
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const file: PreviewedFile = { stream, sizeBytes: size, mediaType };
  return { seen, open: async () => file };
}

interface LoadOptions {
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (received: number, size: number | null) => void;
}

function load(
  served: ServedFile | ReturnType<typeof serveFile>,
  format: string,
  options: LoadOptions = {},
): Promise<Preview> {
  const { open } = "open" in served ? served : serveFile(served);
  const {
    maxBytes = AUTO_FETCH_MAX_BYTES,
    signal = new AbortController().signal,
    onProgress = () => undefined,
  } = options;
  return loadPreview({ openFile: open, format, maxBytes, signal, onProgress });
}

function* repeat(part: string, times: number): Generator<string> {
  for (let time = 0; time < times; time += 1) yield part;
}

describe("the preview of a file", () => {
  it("is a table, and loads only the shown rows", async () => {
    const served = serveFile({ chunks: ["week,visitors\n", ...repeat("1,2\n".repeat(100), 1_000_000)] });
    const { view } = await load(served, "text/csv");
    expect(view.kind === "table" && view.lines.rows).toHaveLength(1_001);
    expect(view).toMatchObject({ hasMore: true });
    expect(served.seen.isCancelled).toBe(true);
    expect(served.seen.chunks).toBeLessThan(60);
  });

  it("is a complete table at exactly the limit", async () => {
    const { view } = await load({ chunks: ["a,b\n", ...repeat("1,2\n", 1_000)] }, "text/csv");
    expect(view).toMatchObject({ kind: "table", hasMore: false });
    expect(view.kind === "table" && view.lines.rows).toHaveLength(1_001);
  });

  it("stops in a table without line breaks", async () => {
    const served = serveFile({ chunks: repeat("x".repeat(100_000), 1_000_000) });
    const { view } = await load(served, "text/csv");
    expect(view).toMatchObject({ kind: "table", hasMore: true, lines: { isTruncated: true } });
    expect(served.seen.chunks).toBeLessThan(120);
  });

  it("is text with the error position for invalid JSON", async () => {
    const { view } = await load({ chunks: ['{"a": 1,\n"b": nil}'] }, "application/json");
    expect(view).toMatchObject({
      kind: "text",
      text: '{"a": 1,\n"b": nil}',
      reason: { kind: "invalid", message: "Write null instead of “nil”.", line: 2, column: 6 },
    });
  });

  it("is the start of JSON over the limit", async () => {
    for (const size of [30_000_000, null]) {
      const served = serveFile({ chunks: repeat(`[${"1,".repeat(50_000)}`, 1_000), size });
      const { view } = await load(served, "application/json");
      expect(view).toMatchObject({ kind: "text", hasMore: true, reason: { kind: "large" } });
      expect(view.kind === "text" && view.text).toHaveLength(200_000);
      expect(served.seen.isCancelled).toBe(true);
    }
  });

  it("is text up to 200 kB without a partial character", async () => {
    const { view } = await load({ chunks: [`a${"é".repeat(200_000)}`] }, "text/plain");
    expect(view).toMatchObject({ kind: "text", hasMore: true });
    expect(view.kind === "text" && view.text).toBe(`a${"é".repeat(99_999)}`);
  });

  it("is text for UTF-16", async () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0x61, 0, 0x3b, 0, 0xe4, 0]);
    const { view } = await load({ chunks: [bytes] }, "text/csv");
    expect(view.kind === "table" && view.lines.rows).toEqual([["a", "ä"]]);
  });

  it("is only the type of unsupported files, of which only the head is loaded", async () => {
    const served = serveFile({
      chunks: repeat(`PK\u0003\u0004${"x".repeat(2_000)}`, 1_000),
      size: 2_004_000,
    });
    const format = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    const { view, size, mismatchMessage: mismatch } = await load(served, format);
    expect({ view, size, mismatch }).toEqual({ view: { kind: "named" }, size: 2_004_000, mismatch: null });
    expect(served.seen).toEqual({ chunks: 1, isCancelled: true });
  });

  it("asks before loading large files", async () => {
    const head = "%PDF-1.7\n".padEnd(1_024);
    const known = serveFile({ chunks: [head, head], size: 5_000 });
    expect((await load(known, "application/pdf", { maxBytes: 4_999 })).view).toEqual({
      kind: "large",
      maxBytes: 4_999,
    });
    expect(known.seen).toEqual({ chunks: 1, isCancelled: true });
    const unknown = serveFile({ chunks: [head, ...repeat("x".repeat(100), 1_000)] });
    expect((await load(unknown, "application/pdf", { maxBytes: 2_000 })).view.kind).toBe("large");
    expect(unknown.seen).toEqual({ chunks: 11, isCancelled: true });
    const small = await load({ chunks: [head], size: 1_024 }, "application/pdf", { maxBytes: 1_024 });
    expect(small.view.kind === "pdf" && small.view.blob).toMatchObject({
      type: "application/pdf",
      size: 1_024,
    });
  });
});

describe("mismatches", () => {
  it.each([
    ["image/png", "<!doctype html><script>alert(1)</script>", "an HTML page", "text"],
    ["image/png", "%PDF-1.4\n", "a PDF", "pdf"],
    ["application/json", "PK\u0003\u0004", "a ZIP archive", "named"],
  ])("reports %s that is %j", async (format, body, message, kind) => {
    const { view, mismatchMessage: mismatch } = await load({ chunks: [body], mediaType: format }, format);
    expect(view.kind).toBe(kind);
    expect(mismatch).toContain(`Expected ${format}, but the file is ${message}`);
  });

  it.each([
    ["text/html", "The file is plain text, but the server labeled it text/html instead of text/csv."],
    ["application/octet-stream", null],
  ])("CSV served as %j: %j", async (mediaType, message) => {
    const { view, mismatchMessage: mismatch } = await load({ chunks: ["a,b"], mediaType }, "text/csv");
    expect(view.kind).toBe("table");
    expect(mismatch).toBe(message);
  });
});

describe("a truncated file", () => {
  const failure = new NetworkError("broken-off");

  it("fails if nothing was received, and isn't truncated if the rest wasn't needed", async () => {
    await expect(load({ chunks: [], failure }, "text/csv")).rejects.toBe(failure);
    const chunks = ["a,b\n", ...repeat("1,2\n".repeat(100), 60)];
    expect(await load({ chunks, failure }, "text/csv")).toMatchObject({ truncationError: null });
  });
});

it("rejects with the signal's reason, and closes the file", async () => {
  const control = new AbortController();
  const served = serveFile({ chunks: repeat("x", 10) });
  const reason = new Error("left");
  const loading = load(served, "text/plain", {
    signal: control.signal,
    onProgress: () => control.abort(reason),
  });
  await expect(loading).rejects.toBe(reason);
  expect(served.seen.chunks).toBe(1);
});

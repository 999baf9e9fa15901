import { buildApi, buildExport } from "@test/support/builders";
import { readZip } from "@test/support/read-zip";
import { http } from "msw";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ExportedAsset } from "@/api/exports";
import { server } from "@/mocks/node";
import { createError } from "@/mocks/scenarios";
import {
  cancelDownload,
  dismissDownload,
  type ExportDownload,
  getDownloads,
  retryDownload,
  startDownload,
} from "./export-downloads";

type Answer = (id: number, request: Request) => Response;

const buildCsv = (id: number, fields: Partial<ExportedAsset> = {}) =>
  buildExport({ id, export_format: "text/csv", filename: `file-${id}.csv`, ...fields });

/** Creates functions that start downloads, and collects the saved files. */
function person(answer: Answer) {
  const api = buildApi();
  const asked: number[] = [];
  server.use(
    http.get("*/exports/:id/content", ({ params, request }) => {
      const id = Number(params["id"]);
      asked.push(id);
      return answer(id, request);
    }),
  );
  const saved: { readonly file: Blob; readonly name: string }[] = [];
  const deliver = (file: Blob, name: string) => void saved.push({ file, name });
  const seen: ExportDownload[] = [];
  const stop = getDownloads(api).subscribe(() => seen.push(...getDownloads(api).get().slice(0, 1)));
  return {
    asked,
    api,
    saved,
    seen,
    stop,
    all: () => getDownloads(api).get(),
    start: (...records: ExportedAsset[]) => startDownload(api, records, deliver),
    async until(id: string, state: ExportDownload["state"]): Promise<ExportDownload> {
      const find = () =>
        getDownloads(api)
          .get()
          .find((each) => each.id === id);
      await vi.waitFor(() => expect(find()?.state).toBe(state));
      const found = find();
      if (found === undefined) throw new Error("gone");
      return found;
    },
  };
}

const file =
  (text: string, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(text, { headers: { "Content-Type": "text/csv", ...headers } });

function slowBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const stream = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  return {
    stream,
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a single file", () => {
  it("reports received bytes, and drops a wrong total", async () => {
    let now = 0;
    // Advances the clock per chunk, so that progress reports aren't throttled.
    vi.spyOn(performance, "now").mockImplementation(() => {
      now += 200;
      return now;
    });
    const body = slowBody();
    vi.spyOn(Response.prototype, "type", "get").mockReturnValue("cors");
    const ana = person(() => new Response(body.stream, { headers: { "Content-Length": "4" } }));
    const id = ana.start(buildCsv(1));
    await vi.waitFor(() => expect(ana.all()[0]?.bytesTotal).toBe(4));
    body.send("ab");
    await vi.waitFor(() => expect(ana.all()[0]?.bytesDone).toBe(2));
    body.send("cdef");
    await vi.waitFor(() => expect(ana.all()[0]).toMatchObject({ bytesDone: 6, bytesTotal: null }));
    body.end();
    await ana.until(id, "saved");
  });

  it("is downloaded once for repeated requests", async () => {
    const body = slowBody();
    const ana = person(() => new Response(body.stream));
    const first = ana.start(buildCsv(1));
    expect(ana.start(buildCsv(1))).toBe(first);
    body.send("x");
    body.end();
    await ana.until(first, "saved");
    expect(ana.asked).toEqual([1]);
  });

  it("has a warning if its media type differs", async () => {
    const ana = person(file("x", { "Content-Type": "image/png" }));
    const { note } = await ana.until(ana.start(buildCsv(1)), "saved");
    expect(note).toContain("image/png");
  });

  it.each<[string, Answer, string]>([
    ["0 bytes", file(""), "The file is empty"],
    ["a page", file("<html>", { "Content-Type": "text/html" }), "Received a web page instead of the file"],
    ["fewer bytes than announced", file("ab", { "Content-Length": "5" }), "Connection lost"],
    ["more than announced", file("abcdef", { "Content-Length": "5" }), "The file is larger than expected"],
    ["a file that is gone", () => createError(404), "The file no longer exists"],
    ["another address", () => createError(404, "Endpoint not found."), "Not supported by this server"],
  ])("is not saved for %s", async (_, answer, title) => {
    const ana = person(answer);
    const { problem } = await ana.until(ana.start(buildCsv(1)), "failed");
    expect(problem?.title).toBe(title);
    expect(ana.saved).toEqual([]);
  });

  it.each([
    ["its announced size exceeds the storage", { "Content-Length": "200000001" }, Blob],
    [
      "the browser couldn't store it",
      {},
      class extends Blob {
        override slice(): Blob {
          throw new DOMException("gone", "NotReadableError");
        }
      },
    ],
  ])("is not saved if %s", async (_, headers, BlobClass) => {
    vi.stubGlobal("navigator", { storage: { estimate: async () => ({ quota: 200_000_000 }) } });
    vi.stubGlobal("Blob", BlobClass);
    onTestFinished(() => void vi.unstubAllGlobals());
    const ana = person(() => new Response("x", { headers }));
    const { problem } = await ana.until(ana.start(buildCsv(1)), "failed");
    expect(problem?.title).toBe("The file is too large for this browser");
    expect(ana.saved).toEqual([]);
  });

  it("stops when canceled, and restarts from the first byte", async () => {
    const body = slowBody();
    let isSlow = true;
    const signals: AbortSignal[] = [];
    const ana = person((_, request) => {
      signals.push(request.signal);
      return isSlow ? new Response(body.stream) : new Response("whole");
    });
    const id = ana.start(buildCsv(1));
    body.send("wh");
    await vi.waitFor(() => expect(ana.all()[0]?.bytesDone).toBe(2));
    cancelDownload(ana.api, id);
    await ana.until(id, "cancelled");
    expect(signals[0]?.aborted).toBe(true);
    expect(ana.saved).toEqual([]);
    isSlow = false;
    retryDownload(ana.api, id);
    await vi.waitFor(() => expect(ana.saved).toHaveLength(1));
    expect(await ana.saved[0]?.file.text()).toBe("whole");
    expect(ana.all()).toHaveLength(1);
  });

  it("is not saved when canceled while the last bytes are written", async () => {
    const ana = person(file("Week\r\n"));
    const Plain = Blob;
    vi.stubGlobal(
      "Blob",
      class extends Plain {
        constructor(...given: ConstructorParameters<typeof Plain>) {
          super(...given);
          const [download] = ana.all();
          if (given[1]?.type === "application/octet-stream" && download) cancelDownload(ana.api, download.id);
        }
      },
    );
    await ana.until(ana.start(buildCsv(1)), "cancelled");
    vi.unstubAllGlobals();
    expect(ana.saved).toEqual([]);
  });

  it("is dismissed only when finished", async () => {
    const body = slowBody();
    const ana = person(() => new Response(body.stream));
    const id = ana.start(buildCsv(1));
    dismissDownload(ana.api, id);
    expect(ana.all()).toHaveLength(1);
    body.send("x");
    body.end();
    await ana.until(id, "saved");
    dismissDownload(ana.api, id);
    expect(ana.all()).toEqual([]);
  });
});

it("several downloads run two at a time in order, and stop with the backend", async () => {
  const bodies = new Map([1, 2, 3, 4].map((id) => [id, slowBody()]));
  const ana = person((id) => new Response(bodies.get(id)?.stream ?? null));
  const ids = [1, 2, 3, 4].map((id) => ana.start(buildCsv(id)));
  const states = () => ids.map((id) => ana.all().find((each) => each.id === id)?.state);
  expect(states()).toEqual(["receiving", "receiving", "waiting", "waiting"]);
  bodies.get(1)?.send("x");
  bodies.get(1)?.end();
  await vi.waitFor(() => expect(states()).toEqual(["saved", "receiving", "receiving", "waiting"]));
  ana.api.dispose();
  await vi.waitFor(() => expect(states()).toEqual(["saved", "cancelled", "cancelled", "cancelled"]));
  expect(ana.asked).toEqual([1, 2, 3]);
});

describe("several files as one zip", () => {
  it("have unique names and their content", async () => {
    const ana = person((id) => new Response(`file ${id}`));
    const id = ana.start(
      buildCsv(1, { filename: "Same.csv" }),
      buildCsv(2, { filename: "same.csv" }),
      buildCsv(3, { filename: "../same.csv", created_at: "2026-02-03T04:05:06Z" }),
    );
    const { fileName, filesDone, bytesDone, failures } = await ana.until(id, "saved");
    expect({ filesDone, bytesDone, failures }).toEqual({ filesDone: 3, bytesDone: 18, failures: [] });
    expect(fileName).toMatch(/^Exports of project 1 \d{4}-\d\d-\d\d\.zip$/);
    const entries = await readZip(ana.saved[0]?.file);
    expect([...entries]).toEqual([
      ["Same.csv", "file 1"],
      ["same (2).csv", "file 2"],
      ["-same.csv", "file 3"],
    ]);
  });

  it("list failed files, and retry only those", async () => {
    let isBad = true;
    const ana = person((id) =>
      isBad && id === 2
        ? new Response("half", { headers: { "Content-Length": "9" } })
        : new Response(`file ${id}`),
    );
    const id = ana.start(buildCsv(1), buildCsv(2), buildCsv(3));
    const { failures, filesDone } = await ana.until(id, "saved");
    expect(filesDone).toBe(3);
    expect(failures.map(({ name, problem }) => [name, problem?.title])).toEqual([
      ["file-2.csv", "Connection lost"],
    ]);
    const entries = await readZip(ana.saved[0]?.file);
    expect([...entries.keys()]).toEqual(["file-1.csv", "file-3.csv", "Failed files.txt"]);
    expect(entries.get("Failed files.txt")).toContain("file-2.csv (export 2): Connection lost.");
    isBad = false;
    retryDownload(ana.api, id);
    await vi.waitFor(() => expect(ana.saved).toHaveLength(2));
    expect(ana.saved[1]?.name).toBe("file-2.csv");
    expect(await ana.saved[1]?.file.text()).toBe("file 2");
  });

  it("name files with another media type", async () => {
    const typeOf = (id: number) => ({ headers: { "Content-Type": id === 2 ? "image/png" : "text/csv" } });
    const ana = person((id) => new Response(`file ${id}`, typeOf(id)));
    const { note } = await ana.until(ana.start(buildCsv(1), buildCsv(2)), "saved");
    expect(note).toMatch(/^1 file was served with an unexpected media type.*: file-2\.csv\.$/);
  });

  it("fail if every file fails", async () => {
    const ana = person(() => createError(404));
    const { problem, failures } = await ana.until(ana.start(buildCsv(1), buildCsv(2)), "failed");
    expect(problem?.title).toBe("No files downloaded");
    expect(failures).toHaveLength(2);
    expect(ana.saved).toEqual([]);
  });
});

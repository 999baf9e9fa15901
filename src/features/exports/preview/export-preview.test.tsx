import { buildApi, buildExport } from "@test/support/builders";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { http } from "msw";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { ExportedAsset } from "@/api/exports";
import { ApiProvider } from "@/data/backend/backend";
import { exportKey } from "@/data/exports/exports";
import { server } from "@/mocks/node";
import { createError } from "@/mocks/scenarios";
import { UiProvider } from "@/ui/provider/ui-provider";
import { ExportPreview } from "./export-preview";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface ServedFile {
  readonly parts: readonly (string | Uint8Array<ArrayBuffer>)[];
  readonly mediaType?: string;
  /** Size in the response headers, in bytes. Defaults to the size of the parts. */
  readonly size?: number;
  /** The last part waits for this promise. */
  readonly gate?: Promise<void>;
}

function serveFile({ parts, mediaType, size, gate }: ServedFile): Response {
  const all = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  const length = size ?? all.reduce((sum, part) => sum + part.length, 0);
  let at = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = all[at];
        at += 1;
        if (part === undefined) return controller.close();
        if (at === all.length) await gate;
        controller.enqueue(part);
      },
    },
    { highWaterMark: 0 },
  );
  const headers = new Headers({ "Content-Length": String(length) });
  if (mediaType !== undefined) headers.set("Content-Type", mediaType);
  return new Response(stream, { headers });
}

/** Renders the preview of an export. Each request gets the next response. The last response repeats. */
function renderPreview(fields: Partial<ExportedAsset>, ...answers: readonly (() => Response)[]) {
  server.use(
    ...answers.map((answer, index) =>
      http.get("*/exports/7/content", answer, { once: index < answers.length - 1 }),
    ),
  );
  const requests: string[] = [];
  server.events.on("request:start", ({ request }) => void requests.push(request.url));
  const api = buildApi();
  const view = render(
    <UiProvider>
      <MemoryRouter>
        <ApiProvider api={api}>
          <ExportPreview record={buildExport({ id: 7, export_format: "text/csv", ...fields })} />
        </ApiProvider>
      </MemoryRouter>
    </UiProvider>,
  );
  return { api, requests, view, user: userEvent.setup() };
}

const renderFile = (export_format: string, served: ServedFile) =>
  renderPreview({ export_format }, () => serveFile({ mediaType: export_format, ...served }));

function readRows(table: HTMLElement): readonly (readonly string[])[] {
  return within(table)
    .getAllByRole("row")
    .map((row) =>
      within(row)
        .queryAllByRole("cell")
        .map(({ textContent }) => textContent),
    )
    .filter((cells) => cells.length > 0);
}

it("the preview of a table shows rows and column names", async () => {
  renderFile("text/csv", { parts: ['week,"visitors, new"\r\n', '2026-01-01,12\r\n"a ""b""",=1+1\r\n'] });
  const table = await screen.findByRole("table", { name: "Preview of the file" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["Row", "week", "visitors, new"]);
  expect(readRows(table)).toEqual([
    ["2026-01-01", "12"],
    ['a "b"', "=1+1"],
  ]);
  expect(screen.getByText("2 rows, 2 columns")).toBeVisible();
});

describe("the preview of JSON", () => {
  const text = '{"id": 12345678901234567890, "rows": [{"a": true}, "x"]}';
  const focused = () => document.activeElement?.textContent;

  it("is a tree with keyboard navigation", async () => {
    const { user } = renderFile("application/json", { parts: [text] });
    const tree = await screen.findByRole("tree", { name: "File contents as JSON" });
    const names = () =>
      within(tree)
        .getAllByRole("treeitem")
        .map(({ textContent }) => textContent);
    expect(names()).toEqual([
      "{2 keys}",
      "id: 12345678901234567890",
      "rows: [2 items]",
      "0: {1 key}",
      "a: true",
      '1: "x"',
    ]);
    await user.tab();
    await user.tab();
    expect(focused()).toBe("{2 keys}");
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowLeft}");
    expect(focused()).toBe("rows: [2 items]");
    expect(names()).toHaveLength(3);
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}");
    expect(focused()).toBe("a: true");
    await user.click(screen.getByRole("treeitem", { name: /^0/ }));
    await user.click(screen.getByRole("button", { name: "Copy value" }));
    expect(await navigator.clipboard.readText()).toBe('{"a": true}');
    expect(names()).toHaveLength(5);
  });

  it("adds children of a long list, and keeps focus in the tree", async () => {
    const long = JSON.stringify(Array.from({ length: 250 }, (_, index) => index));
    const { user } = renderFile("application/json", { parts: [long] });
    await user.click(await screen.findByRole("treeitem", { name: "Show more (150)" }));
    expect(focused()).toBe("100: 100");
    await user.keyboard("{End}{Enter}");
    expect(focused()).toBe("200: 200");
    expect(screen.getAllByRole("treeitem")).toHaveLength(251);
  });

  it("hides the syntax error of a truncated file", async () => {
    renderFile("application/json", { parts: ['{"a": '], size: 100 });
    expect(await screen.findByText(/The file is incomplete/)).toBeVisible();
    expect(screen.queryByText(/isn't valid JSON/)).toBeNull();
  });
});

it("a truncated image is displayed after a retry", async () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
  const mediaType = "image/png";
  const { user } = renderPreview(
    { export_format: mediaType },
    () => serveFile({ parts: [png], mediaType, size: 12 }),
    () => serveFile({ parts: [png, png], mediaType }),
  );
  (await screen.findByRole("img")).dispatchEvent(new Event("error"));
  await screen.findByText("Couldn't display the image");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("img")).toBeVisible();
  expect(screen.queryByText("Couldn't display the image")).toBeNull();
});

it("a file without a preview shows type and size", async () => {
  renderFile(XLSX, { parts: ["PK\u0003\u0004", "x".repeat(2_000), "x".repeat(3_000)], size: 34_000 });
  expect(await screen.findByText(/^This is an Excel workbook \(34 kB\)\./)).toBeVisible();
});

it("an empty file shows a message", async () => {
  renderFile("text/csv", { parts: [] });
  expect(await screen.findByRole("heading", { name: "The file is empty" })).toBeVisible();
});

it("a large file is loaded on demand, up to a limit", async () => {
  const large = { parts: ["GIF89a".padEnd(2_000)], size: 30_000_000 };
  const { user, requests, view } = renderFile("image/gif", large);
  await user.click(await screen.findByRole("button", { name: "Load 30 MB" }));
  expect(await screen.findByRole("img")).toBeVisible();
  // The focused button was removed, so focus must have moved to the preview.
  expect(document.body).not.toHaveFocus();
  expect(document.activeElement).toContainElement(screen.getByRole("img"));
  expect(requests).toHaveLength(2);
  view.unmount();
  renderFile("image/gif", { ...large, size: 130_000_000 });
  expect(await screen.findByText(/a GIF image \(130 MB\)\. The limit is 100 MB/)).toBeVisible();
});

it("a loading file shows its progress", async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  renderFile("text/plain", { parts: ["x".repeat(1_500), "y".repeat(1_500)], gate });
  expect(await screen.findByText("1.5 kB of 3 kB")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Loading file" })).toHaveAttribute("value", "1500");
  open();
  expect(await screen.findByRole("region", { name: "File text" })).toBeVisible();
});

describe("an export without a file", () => {
  it("is not requested while pending, and after a failure", () => {
    const { requests, view } = renderPreview({ has_content: false });
    expect(screen.getByRole("heading", { name: "No preview yet" })).toBeVisible();
    view.unmount();
    renderPreview({ has_content: false, exception: "out of memory" });
    expect(screen.getByText(/The export failed\./)).toBeVisible();
    expect(requests).toEqual([]);
  });

  it("that was deleted shows a message and refetches the record", async () => {
    const { user, api } = renderPreview(
      {},
      () => createError(404),
      () => serveFile({ parts: ["a,b\n1,2"], mediaType: "text/csv" }),
    );
    api.queryClient.setQueryData(exportKey(api, 7), buildExport({ id: 7, export_format: "text/csv" }));
    expect(await screen.findByRole("heading", { name: "The file no longer exists" })).toBeVisible();
    expect(api.queryClient.getQueryState(exportKey(api, 7))?.isInvalidated).toBe(true);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("table")).toBeVisible();
  });
});

// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { buildApi, buildExport } from "@test/support/builders";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { FileError, HttpError } from "@/api/errors";
import { server } from "@/mocks/node";
import { describeDownloadError, openExportFile, storageLinkQuery } from "./export-file";
import { exportFileName } from "./export-transfer";

const api = buildApi();
const CONTENT = "https://x.test/api/environments/1/exports/7/content/";

/** Creates a server that stores files on another host, which rejects requests from this page. */
function createStorageServer() {
  const urls: string[] = [];
  server.use(
    http.get(CONTENT, ({ request }) => {
      urls.push(request.url);
      if (request.url.includes("direct=true")) return new HttpResponse("picture");
      return new HttpResponse(null, { status: 302, headers: { Location: "https://storage.example/7" } });
    }),
    http.get("https://storage.example/7", () => HttpResponse.error()),
  );
  return urls;
}

it("reads a picture from the server when its storage doesn't deliver it", async () => {
  const urls = createStorageServer();
  const { stream } = await openExportFile(api, { id: 7, export_format: "image/png" });
  expect(await new Response(stream).text()).toBe("picture");
  expect(urls.at(-1)).toBe(`${CONTENT}?direct=true`);
});

it("reports the storage for other formats, which the server only redirects", async () => {
  const urls = createStorageServer();
  const opening = openExportFile(api, { id: 7, export_format: "text/csv" });
  // In Node 20, the app doesn't follow the redirect, because the API key might be sent along.
  await expect(opening).rejects.toMatchObject({
    reason: expect.stringMatching(/^storage-silent$|^redirect$/),
  });
  expect(urls.join()).not.toContain("direct");
});

describe("a link to the file on the server, without the key", () => {
  const readLink = (error: Error) => {
    const { enabled, ...query } = storageLinkQuery(api, 7, error);
    return enabled ? new QueryClient().fetchQuery(query) : "disabled";
  };
  const refused = new FileError("storage-refused", 403);

  it("is offered if the storage doesn't deliver it", async () => {
    expect(await readLink(refused)).toBe(`${CONTENT}?download=true`);
    expect(await readLink(new FileError("empty"))).toBe("disabled");
  });

  it.each([
    [{ server: "/", address: "https://eu.example/project/1" }, "https://eu.example/"],
    [{ server: "/" }, null],
  ])("leads past a proxy if config.json names its server: %j", async (config, origin) => {
    vi.stubGlobal("location", new URL("https://x.test"));
    server.use(http.get("*/config.json", () => HttpResponse.json(config)));
    const link = origin && `${origin}api/environments/1/exports/7/content/?download=true`;
    expect(await readLink(refused)).toBe(link);
  });
});

const NOW = new Date("2026-11-21T10:00:00Z");

it.each([
  ["storage-silent", "Couldn't reach the file storage", "Sign in to the server and download the file there."],
  ["storage-refused", "The file storage rejected the download", "The storage host returned 403."],
  ["too-long", "The file is larger than expected", "A proxy may have changed it. Try again."],
  ["empty", "The file is empty", "Run the export again to get a new file."],
  ["web-page", "Received a web page instead of the file", "Nothing was saved. Check the server address"],
  ["too-large", "The file is too large for this browser", "Free up disk space or download fewer files"],
] as const)("says what happened to the file and what to do: %s", (reason, title, detail) => {
  expect(describeDownloadError(api.client, buildExport(), new FileError(reason, 403), NOW)).toMatchObject({
    title,
    detail: expect.stringContaining(detail),
  });
});

it.each([
  [{ expires_after: "2026-11-20T10:00:00Z" }, "The export has expired", "Run it again to get a new file."],
  [{ has_content: false, exception: "Timed out." }, "The export failed", "Server response: “Timed out.”"],
  [
    { has_content: false, created_at: "2026-11-21T09:57:00Z" },
    "The file isn't ready yet",
    "Try again when the export is ready.",
  ],
  [{}, "The file no longer exists", "It may have expired or been deleted. Run the export again."],
])("says why a file is missing: %o", (fields, title, detail) => {
  const error = new HttpError(404, { type: null, code: null, detail: "Not found.", attr: null });
  expect(describeDownloadError(api.client, buildExport(fields), error, NOW)).toMatchObject({
    title,
    detail: expect.stringContaining(detail),
  });
});

it.each([
  ["export-weekly.png", "image/png", "export-weekly.png"],
  ["Weekly.PNG", "image/png", "Weekly.png"],
  [null, "application/pdf", "export-7.pdf"],
  ["   ", "text/csv", "export-7.csv"],
  ["report", "text/csv; charset=utf-8", "report.csv"],
  ["report.v2", "text/csv", "report.v2.csv"],
  ["photo.jpeg", "image/jpeg", "photo.jpeg"],
  // An image always gets an image extension.
  ["invoice.exe", "image/png", "invoice.exe.png"],
  ["invoice.png.exe", "image/png", "invoice.png.exe.png"],
  ["page.html", "text/html", "page.html.bin"],
  ["table.parquet", "application/x-parquet", "table.parquet"],
  ["report.xml", "application/xml", "report.xml.txt"],
  ["page.XML", "text/html", "page.XML.txt"],
  ["feed.xhtml", "application/xhtml+xml", "feed.xhtml.bin"],
  ["run.sh", "application/x-parquet", "run.sh.bin"],
  ["../../etc/passwd", "text/csv", "-..-etc-passwd.csv"],
  ["a\u202Egnp.exe\r\nX: y.png", "image/png", "agnp.exe X- y.png"],
  [".htaccess", "text/csv", "htaccess.csv"],
  ["x.", "text/csv", "x.csv"],
])("the name %j of a %s is saved as %j", (filename, format, name) => {
  expect(exportFileName(buildExport({ id: 7, export_format: format, filename }))).toBe(name);
});

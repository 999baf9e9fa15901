// @vitest-environment jsdom
import { expect, it } from "vitest";
import { FileError } from "@/http/file-error";
import { createFileServer } from "@/testing/fake-export-content-server";
import { getStorageLink, openExportFile } from "./export-file";

const CONTENT = "https://api.example/api/environments/1/exports/7/content/";

/** Creates a server that stores files on another host, which rejects requests from this page. */
function createStorageServer() {
  const urls: string[] = [];
  const { api } = createFileServer((_, request) => {
    urls.push(request.url);
    if (request.url.includes("direct=true")) return new Response("picture");
    if (request.redirect === "follow") throw new TypeError("Failed to fetch");
    return new Response(null, { status: 302, headers: { Location: "https://storage.example/7" } });
  });
  return { api, urls };
}

it("reads a picture from the server when its storage doesn't deliver it", async () => {
  const { api, urls } = createStorageServer();
  const { stream } = await openExportFile(api, { id: 7, export_format: "image/png" });
  expect(await new Response(stream).text()).toBe("picture");
  expect(urls.at(-1)).toBe(`${CONTENT}?direct=true`);
});

it("reports the storage for other formats, which the server only redirects", async () => {
  const { api, urls } = createStorageServer();
  const opening = openExportFile(api, { id: 7, export_format: "text/csv" });
  // In Node 20, the app doesn't follow the redirect, because the API key might be sent along.
  await expect(opening).rejects.toMatchObject({
    reason: expect.stringMatching(/^storage-silent$|^redirect$/),
  });
  expect(urls.join()).not.toContain("direct");
});

it("links to the file on the server, without the key", () => {
  const { api } = createStorageServer();
  const link = getStorageLink(api, 7, new FileError("storage-refused", 403));
  expect(link).toBe(`${CONTENT}?download=true`);
  expect(getStorageLink(api, 7, new FileError("empty"))).toBeNull();
});

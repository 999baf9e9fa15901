// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import type { Api } from "@/data/client/api-context";
import { FileError } from "@/http/file-error";
import { createFileServer } from "@/testing/fake-export-content-server";
import { openExportFile, storageLinkQuery } from "./export-file";

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

describe("a link to the file on the server, without the key", () => {
  const readLink = (api: Api, error: Error) => {
    const { enabled, ...query } = storageLinkQuery(api, 7, error);
    return enabled ? new QueryClient().fetchQuery(query) : "disabled";
  };
  const refused = new FileError("storage-refused", 403);

  it("is offered if the storage doesn't deliver it", async () => {
    const { api } = createStorageServer();
    expect(await readLink(api, refused)).toBe(`${CONTENT}?download=true`);
    expect(await readLink(api, new FileError("empty"))).toBe("disabled");
  });

  it.each([
    [{ server: "/", address: "https://eu.example/project/1" }, "https://eu.example/"],
    [{ server: "/" }, null],
  ])("leads past a proxy if config.json names its server: %j", async (config, origin) => {
    const { api } = createStorageServer();
    vi.stubGlobal("location", new URL("https://api.example"));
    vi.stubGlobal("fetch", async () => Response.json(config));
    const link = origin && `${origin}api/environments/1/exports/7/content/?download=true`;
    expect(await readLink(api, refused)).toBe(link);
  });
});

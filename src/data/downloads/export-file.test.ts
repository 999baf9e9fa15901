// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { buildApi } from "@test/support/builders";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { FileError } from "@/api/errors";
import { server } from "@/mocks/node";
import { openExportFile, storageLinkQuery } from "./export-file";

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

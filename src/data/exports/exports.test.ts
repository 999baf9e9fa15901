import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";
import { exportCollection, exportKey, exportQueries, exportScope, findCachedExport } from "./exports";

const RECORD = { id: 31, dashboard: 12, export_format: "image/png", has_content: "True", team: 4 };

function scene() {
  const requestedUrls: string[] = [];
  const connection = {
    id: "https://x.test environments",
    label: "x.test",
    baseUrl: "https://x.test",
    prefix: "environments",
    key: "phx_k",
  } as const;
  const fetch = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    requestedUrls.push(pathname + search);
    const isOne = pathname.endsWith("/31/");
    return Response.json(isOne ? RECORD : { count: 1, next: null, previous: null, results: [RECORD] });
  };
  const api: Api = { projectId: "7", client: createClient({ connection, fetch }) };
  return { api, asked: requestedUrls, queryClient: new QueryClient() };
}

describe("exports", () => {
  it("have query keys with connection and project", async () => {
    const { api, asked: requestedUrls, queryClient } = scene();
    const record = await queryClient.fetchQuery(exportQueries.detail(api, 31));
    expect(record).toMatchObject({ id: 31, dashboard: 12, insight: null, has_content: true, team: 4 });
    expect(requestedUrls).toEqual(["/api/environments/7/exports/31/"]);
    expect(exportKey(api, 31).slice(0, 3)).toEqual(exportScope(api));
    expect(queryClient.getQueryData(exportKey(api, 31))).toBe(record);
  });

  it("share one collection per project", async () => {
    const { api, asked: requestedUrls, queryClient } = scene();
    expect(findCachedExport(queryClient, api, 31)).toBeUndefined();
    const collection = exportCollection(queryClient, api);
    await collection.prefetch();
    expect(requestedUrls).toEqual(["/api/environments/7/exports/?limit=100&offset=0"]);
    expect(exportCollection(queryClient, { ...api })).toBe(collection);
    expect(exportCollection(queryClient, { ...api, projectId: "8" })).not.toBe(collection);
    expect(findCachedExport(queryClient, api, 31)).toMatchObject({ export_format: "image/png" });
  });
});

import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";
import { sessionQueries } from "./sessions";

function scene(form: "array" | "envelope" = "array") {
  const requestedUrls: string[] = [];
  const aborted: string[] = [];
  const releases: (() => void)[] = [];
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
    await new Promise<void>((resolve, reject) => {
      releases.push(resolve);
      request.signal.addEventListener("abort", () => {
        aborted.push(search);
        reject(request.signal.reason);
      });
    });
    const results = pathname.endsWith("/values/")
      ? [{ name: "google" }, { name: null }]
      : [{ name: "$is_bounce", property_type: "Boolean" }];
    return Response.json(form === "array" ? results : { results, refreshing: false });
  };
  const api: Api = { projectId: "7", client: createClient({ connection, fetch }) };
  return { api, asked: requestedUrls, aborted, releases, queryClient: new QueryClient() };
}

it.each(["array", "envelope"] as const)("values are read from the form of an %s", async (form) => {
  const { api, asked: requestedUrls, queryClient, releases } = scene(form);
  const values = queryClient.fetchQuery(sessionQueries.values(api, "$entry_utm_source", "goo"));
  await expect.poll(() => releases.length).toBe(1);
  releases[0]?.();
  expect((await values).results).toEqual([{ name: "google" }, { name: null }]);
  expect(requestedUrls).toEqual(["/api/environments/7/sessions/values/?key=%24entry_utm_source&value=goo"]);
});

it("searches properties by name", async () => {
  const { api, asked: requestedUrls, queryClient, releases } = scene("envelope");
  for (const [index, search] of ["", "utm source"].entries()) {
    const properties = queryClient.fetchQuery(sessionQueries.properties(api, search));
    await expect.poll(() => releases.length).toBe(index + 1);
    releases[index]?.();
    expect((await properties).results).toMatchObject([{ name: "$is_bounce" }]);
  }
  const base = "/api/environments/7/sessions/property_definitions/";
  expect(requestedUrls).toEqual([base, `${base}?search=utm+source`]);
});

it("aborts a request when the search changes", async () => {
  const { api, aborted, queryClient, releases } = scene();
  const observer = new QueryObserver(queryClient, sessionQueries.values(api, "$entry_utm_source", "g"));
  const stop = observer.subscribe(() => {});
  await expect.poll(() => releases.length).toBe(1);
  observer.setOptions(sessionQueries.values(api, "$entry_utm_source", "go"));
  await expect.poll(() => aborted).toEqual(["?key=%24entry_utm_source&value=g"]);
  await expect.poll(() => releases.length).toBe(2);
  releases[1]?.();
  await expect.poll(() => observer.getCurrentResult().data?.results.length).toBe(2);
  stop();
});

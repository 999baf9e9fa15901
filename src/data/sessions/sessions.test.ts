import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { buildApi } from "@/testing/build-api";
import { sessionQueries } from "./sessions";

function scene(form: "array" | "envelope" = "array") {
  const requestedUrls: string[] = [];
  const aborted: string[] = [];
  const releases: (() => void)[] = [];
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
  const api = buildApi({ fetch, projectId: "7" });
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

// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";
import { vitalsQueries, vitalsScope } from "./web-vitals";

const KEY = "phx_t";

beforeEach(() => localStorage.clear());

function scene() {
  const requestedPaths: string[] = [];
  const open: ((response: Response) => void)[] = [];
  const connection = {
    id: "https://t.example environments",
    label: "T",
    baseUrl: "https://t.example",
    prefix: "environments",
    key: KEY,
  } as const;
  const client = createClient({
    connection,
    fetch: (request) => {
      requestedPaths.push(new URL(request.url).search);
      return new Promise((resolve, reject) => {
        request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
        open.push(resolve);
      });
    },
  });
  const api: Api = { client, projectId: "1" };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { asked: requestedPaths, open, api, queries: queryClient };
}

const served = () => Response.json({ results: [] });

it.each([
  ["environments", ["environments"]],
  ["projects", ["projects", "environments"]],
] as const)(
  "are read with the prefix %s on a server that has them under environments",
  async (prefix, asked) => {
    const prefixes: string[] = [];
    const client = createClient({
      connection: { id: prefix, label: "T", baseUrl: "https://t.example", prefix, key: KEY },
      fetch: async ({ url }) => {
        const [, , used = ""] = new URL(url).pathname.split("/");
        prefixes.push(used);
        if (used === "environments") return served();
        return Response.json({ code: "not_found", detail: "Endpoint not found." }, { status: 404 });
      },
    });
    const queryClient = new QueryClient();
    const read = (path: string) =>
      queryClient.fetchQuery(vitalsQueries.path({ client, projectId: "1" }, path));
    expect(await read("/a")).toMatchObject({ results: [] });
    expect(prefixes).toEqual(asked);
    // The missing prefix isn't tried again.
    await read("/b");
    expect(prefixes).toEqual([...asked, "environments"]);
  },
);

it("sends the path, or none for all pages", async () => {
  const { asked: requestedPaths, open, api, queries: queryClient } = scene();
  const pendingResults = Promise.all([
    queryClient.fetchQuery(vitalsQueries.path(api, "/a b&c/ö")),
    queryClient.fetchQuery(vitalsQueries.path(api, null)),
  ]);
  await vi.waitFor(() => expect(open).toHaveLength(2));
  for (const answer of open) answer(served());
  await pendingResults;
  expect(requestedPaths.map((search) => [...new URLSearchParams(search)])).toEqual([
    [["pathname", "/a b&c/ö"]],
    [],
  ]);
});

it("loads fifty paths a few at a time, independently", async () => {
  const { asked: requestedPaths, open, api, queries: queryClient } = scene();
  const paths = Array.from({ length: 50 }, (_, index) => `/p${index}`);
  const pendingResults = Promise.allSettled(
    paths.map((path) => queryClient.fetchQuery(vitalsQueries.path(api, path))),
  );
  for (let index = 0; index < 50; index += 1) {
    await vi.waitFor(() => expect(open.length).toBeGreaterThan(index));
    expect(open.length).toBeLessThanOrEqual(index + 4);
    open[index]?.(
      index === 7 ? Response.json({ detail: "No.", attr: "pathname" }, { status: 400 }) : served(),
    );
  }
  const outcomes = await pendingResults;
  expect(requestedPaths).toHaveLength(50);
  expect(outcomes.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([7]);
});

it("aborts requests that are no longer used", async () => {
  const { asked: requestedPaths, open, api, queries: queryClient } = scene();
  const pendingResults = Promise.allSettled(
    ["/1", "/2", "/3", "/4", "/5"].map((path) => queryClient.fetchQuery(vitalsQueries.path(api, path))),
  );
  await vi.waitFor(() => expect(open).toHaveLength(4));
  await queryClient.cancelQueries({ queryKey: vitalsScope(api) });
  await pendingResults;
  const next = queryClient.fetchQuery(vitalsQueries.path(api, "/6"));
  await vi.waitFor(() => expect(open).toHaveLength(5));
  open[4]?.(served());
  await next;
  expect(requestedPaths.at(-1)).toContain("%2F6");
  expect(requestedPaths.join()).not.toContain("%2F5");
});

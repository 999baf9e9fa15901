import { QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";
import { vitalsQueries, vitalsScope } from "./web-vitals";

const KEY = "phx_t";

/** A server whose answers are held until they are told to come. */
function scene() {
  const asked: string[] = [];
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
      asked.push(new URL(request.url).search);
      return new Promise((resolve, reject) => {
        request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
        open.push(resolve);
      });
    },
  });
  const api: Api = { client, projectId: "1" };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { asked, open, api, queries };
}

const served = () => Response.json({ results: [] });

it("asks for a path as it is, and for all pages without one", async () => {
  const { asked, open, api, queries } = scene();
  const asking = Promise.all([
    queries.fetchQuery(vitalsQueries.path(api, "/a b&c/ö")),
    queries.fetchQuery(vitalsQueries.path(api, null)),
  ]);
  await vi.waitFor(() => expect(open).toHaveLength(2));
  for (const answer of open) answer(served());
  await asking;
  expect(asked.map((search) => [...new URLSearchParams(search)])).toEqual([[["pathname", "/a b&c/ö"]], []]);
});

it("asks for fifty paths a few at a time, and one that fails leaves the others alone", async () => {
  const { asked, open, api, queries } = scene();
  const paths = Array.from({ length: 50 }, (_, place) => `/p${place}`);
  const asking = Promise.allSettled(paths.map((path) => queries.fetchQuery(vitalsQueries.path(api, path))));
  for (let place = 0; place < 50; place += 1) {
    await vi.waitFor(() => expect(open.length).toBeGreaterThan(place));
    expect(open.length).toBeLessThanOrEqual(place + 4);
    open[place]?.(place === 7 ? Response.json({ detail: "No." }, { status: 403 }) : served());
  }
  const outcomes = await asking;
  expect(asked).toHaveLength(50);
  expect(outcomes.flatMap(({ status }, place) => (status === "rejected" ? [place] : []))).toEqual([7]);
});

it("does not ask any more for what nobody looks at", async () => {
  const { asked, open, api, queries } = scene();
  const asking = Promise.allSettled(
    ["/1", "/2", "/3", "/4", "/5"].map((path) => queries.fetchQuery(vitalsQueries.path(api, path))),
  );
  await vi.waitFor(() => expect(open).toHaveLength(4));
  await queries.cancelQueries({ queryKey: vitalsScope(api) });
  await asking;
  const next = queries.fetchQuery(vitalsQueries.path(api, "/6"));
  await vi.waitFor(() => expect(open).toHaveLength(5));
  open[4]?.(served());
  await next;
  expect(asked.at(-1)).toContain("%2F6");
  expect(asked.join()).not.toContain("%2F5");
});

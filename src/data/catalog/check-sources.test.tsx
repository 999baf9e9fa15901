import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { ApiProvider } from "@/data/client/api-context";
import { buildApi } from "@/testing/build-api";
import { useCheckSources, useSourceChecks } from "./check-sources";
import { type SourceReference, sourceCheckOf } from "./source-labels";
import { useSourceNames } from "./source-names";

const ofDashboard = (dashboard: number): SourceReference => ({ dashboard, insight: null });
const ofInsight = (insight: number): SourceReference => ({ dashboard: null, insight });
const refuse = (status: number, detail: string) => Response.json({ detail }, { status });
const insight = { id: 4, short_id: "abc", name: "Sign-ups", derived_name: null };

/** Opens a page that checks the sources of `records`. `answer` is called with "dashboards/1/". */
function openPage(records: readonly SourceReference[], answer: (path: string) => Response) {
  const requests: string[] = [];
  const fetch = async (request: Request) => {
    const path = new URL(request.url).pathname.replace(/^\/api\/\w+\/7\//, "");
    requests.push(path);
    return answer(path);
  };
  const api = buildApi({ fetch, projectId: "7" });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <ApiProvider api={api}>{children}</ApiProvider>
    </QueryClientProvider>
  );
  const usePage = ({ shown }: { readonly shown: readonly SourceReference[] }) => {
    useCheckSources(shown);
    return { names: useSourceNames().names, checks: useSourceChecks() };
  };
  const page = renderHook(usePage, { initialProps: { shown: records }, wrapper });
  return {
    requests,
    page,
    check: (record: SourceReference) => sourceCheckOf(record, page.result.current.names),
  };
}

it.each([
  ["deleted", ofDashboard(1), () => refuse(404, "Not found.")],
  ["deleted", ofDashboard(1), () => Response.json({ id: 1, name: "A", deleted: true, tiles: [{ insight }] })],
  ["deleted", ofInsight(4), () => refuse(404, "Not found.")],
  ["deleted", ofInsight(4), () => Response.json({ ...insight, deleted: true })],
  ["no-insights", ofDashboard(1), () => Response.json({ id: 1, name: "A", tiles: [] })],
  ["no-insights", ofDashboard(1), () => Response.json({ id: 1, name: "A", tiles: [{ insight: null }] })],
  [
    "no-insights",
    ofDashboard(1),
    () => Response.json({ id: 1, name: "A", tiles: [{ insight: { ...insight, deleted: true } }] }),
  ],
  ["deliverable", ofDashboard(1), () => Response.json({ id: 1, name: "A", tiles: [{ insight }] })],
  ["deliverable", ofInsight(4), () => Response.json(insight)],
] as const)("finds a source that is %s", async (check, record, answer) => {
  const page = openPage([record], answer);
  await waitFor(() => expect(page.check(record)).toBe(check));
});

it.each([
  ["the key lacks the scope", () => refuse(403, "API key missing required scope 'dashboard:read'")],
  ["the server lacks the endpoint", () => refuse(404, "Endpoint not found.")],
  ["the server doesn't return the tiles", () => Response.json({ id: 1, name: "A" })],
  ["the server returns null for the tiles", () => Response.json({ id: 1, name: "A", tiles: null })],
  ["the server fails", () => refuse(500, "A server error occurred.")],
] as const)("knows no cause if %s", async (_name, answer) => {
  const page = openPage([ofDashboard(1)], answer);
  await waitFor(() => expect(page.requests.length).toBeGreaterThan(0));
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(page.check(ofDashboard(1))).toBeNull();
});

it("reads each source once, and at most 20, however many records are overdue", async () => {
  const records = Array.from({ length: 500 }, (_, index) => ofDashboard(1 + Math.floor(index / 2)));
  const { requests, page } = openPage(records, () => refuse(404, "Not found."));
  await waitFor(() => expect(page.result.current.checks.size).toBe(20));
  page.rerender({ shown: [...records] });
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(requests).toEqual(Array.from({ length: 20 }, (_, index) => `dashboards/${index + 1}/`));
});

import { buildApi } from "@test/support/builders";
import { act, renderHook, waitFor } from "@testing-library/react";
import { http } from "msw";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { ApiProvider } from "@/data/backend/backend";
import { server } from "@/mocks/node";
import { createError } from "@/mocks/scenarios";
import { useCheckSources, useSourceChecks } from "./check-sources";
import { type SourceReference, sourceCheckOf } from "./source-labels";
import { useSourceNames } from "./source-names";

const ofDashboard = (dashboard: number): SourceReference => ({ dashboard, insight: null });
const ofInsight = (insight: number): SourceReference => ({ dashboard: null, insight });
const insight = { id: 4, short_id: "abc", name: "Sign-ups", derived_name: null };

/** Opens a page that checks the sources of `records`. */
function openPage(records: readonly SourceReference[], answer: () => Response) {
  const requests: string[] = [];
  server.events.on("request:start", ({ request }) => {
    requests.push(new URL(request.url).pathname.replace(/^\/api\/\w+\/1\//, ""));
  });
  server.use(http.get("*/api/:prefix/1/*", answer));
  const api = buildApi();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ApiProvider api={api}>{children}</ApiProvider>
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
  ["deleted", ofDashboard(1), () => createError(404)],
  ["deleted", ofDashboard(1), () => Response.json({ id: 1, name: "A", deleted: true, tiles: [{ insight }] })],
  ["deleted", ofInsight(4), () => createError(404)],
  ["deleted", ofInsight(4), () => Response.json({ ...insight, deleted: true })],
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
  ["the key lacks the scope", () => createError(403)],
  ["the server lacks the endpoint", () => createError(404, "Endpoint not found.")],
  ["the server doesn't return the tiles", () => Response.json({ id: 1, name: "A" })],
  ["the server returns null for the tiles", () => Response.json({ id: 1, name: "A", tiles: null })],
  ["the server fails", () => createError(500)],
] as const)("knows no cause if %s", async (_name, answer) => {
  const page = openPage([ofDashboard(1)], answer);
  await waitFor(() => expect(page.requests.length).toBeGreaterThan(0));
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(page.check(ofDashboard(1))).toBeNull();
});

it("reads each source once, and at most 20, however many records are overdue", async () => {
  const records = Array.from({ length: 500 }, (_, index) => ofDashboard(1 + Math.floor(index / 2)));
  const { requests, page } = openPage(records, () => createError(404));
  await waitFor(() => expect(page.result.current.checks.size).toBe(20));
  page.rerender({ shown: [...records] });
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(requests).toEqual(Array.from({ length: 20 }, (_, index) => `dashboards/${index + 1}/`));
});

import { buildApi } from "@test/support/builders";
import { renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http, type RequestHandler } from "msw";
import type { ReactNode } from "react";
import { beforeEach, expect, it } from "vitest";
import { ApiProvider } from "@/data/backend/backend";
import { server } from "@/mocks/node";
import { createError, refuse } from "@/mocks/scenarios";
import { fullSourceLabel, isSourceMissing, type SourceReference } from "./source-labels";
import { useLoadSourceNames, useSourceNames } from "./source-names";

beforeEach(() => localStorage.clear());

const ofDashboard = (dashboard: number): SourceReference => ({ dashboard, insight: null });
const ofInsight = (insight: number, fields: Partial<SourceReference> = {}): SourceReference => ({
  dashboard: null,
  insight,
  ...fields,
});

interface Served {
  readonly dashboards?: readonly object[];
  readonly insights?: readonly { readonly id: number }[];
}

/** Renders a page with `records`. The page's server has the given dashboards and insights. */
function openPage(
  { dashboards = [], insights = [] }: Served,
  records: readonly SourceReference[],
  ...faults: readonly RequestHandler[]
) {
  const requests: string[] = [];
  server.events.on("request:start", ({ request }) => {
    requests.push(request.url.replace(/^.*\/api\/projects\/1\//, ""));
  });
  server.use(
    ...faults,
    http.get("*/api/projects/1/:resource", ({ params, request }) => {
      const rows = params["resource"] === "dashboards" ? dashboards : insights;
      const { searchParams } = new URL(request.url);
      const offset = Number(searchParams.get("offset") ?? 0);
      const end = offset + Number(searchParams.get("limit"));
      return HttpResponse.json({ count: rows.length, results: rows.slice(offset, end) });
    }),
    http.get("*/api/projects/1/insights/:id", ({ params }) => {
      const found = insights.find(({ id }) => String(id) === params["id"]);
      return found ? HttpResponse.json(found) : createError(404);
    }),
  );
  const api = buildApi();
  const page = renderHook(
    ({ shown }: { readonly shown: readonly SourceReference[] }) => {
      useLoadSourceNames(shown);
      return useSourceNames();
    },
    {
      initialProps: { shown: records },
      wrapper: ({ children }: { readonly children: ReactNode }) => (
        <ApiProvider api={api}>{children}</ApiProvider>
      ),
    },
  );
  return {
    requests,
    page,
    label: (record: SourceReference) => fullSourceLabel(record, page.result.current.names),
  };
}

const named = (id: number, name: string) => ({ id, name, short_id: `short${id}`, derived_name: null });

it("sends no request before a record is shown", async () => {
  const { requests, page, label } = openPage({ dashboards: [named(1, "Growth")] }, []);
  expect(label(ofDashboard(1))).toBe("Dashboard 1");
  page.rerender({ shown: [ofDashboard(1)] });
  await waitFor(() => expect(label(ofDashboard(1))).toBe("Growth (dashboard 1)"));
  expect(requests).toEqual(["dashboards/?limit=200"]);
});

it("reads all pages of the dashboards, and says which are missing", async () => {
  const dashboards = Array.from({ length: 230 }, (_, index) => named(index + 1, `Board ${index + 1}`));
  const { requests, page, label } = openPage({ dashboards }, [ofDashboard(230), ofDashboard(999)]);
  await waitFor(() => expect(label(ofDashboard(999))).toBe("Dashboard 999 (deleted or hidden)"));
  expect(label(ofDashboard(230))).toBe("Board 230 (dashboard 230)");
  expect(isSourceMissing(ofDashboard(999), page.result.current.names)).toBe(true);
  expect(requests).toEqual(["dashboards/?limit=200", "dashboards/?limit=200&offset=200"]);
});

it("prefers names that the server sends with the records, but not the text None", async () => {
  const insights = [{ ...named(5, ""), derived_name: "Pageview count" }];
  const { requests, label } = openPage({ insights }, [
    ofInsight(4, { resource_name: "Signups", insight_short_id: "abc" }),
    ofInsight(5, { resource_name: "None" }),
  ]);
  await waitFor(() => expect(label(ofInsight(5))).toBe("Pageview count (insight 5)"));
  expect(label(ofInsight(4))).toBe("Signups (insight 4)");
  expect(requests.filter((path) => path.startsWith("insights"))).toEqual([
    "insights/?limit=200&basic=true&saved=true",
  ]);
});

it("reads few insights of a long list one by one", async () => {
  const insights = Array.from({ length: 5_000 }, (_, index) => named(index + 1, `Insight no. ${index + 1}`));
  const { requests, label } = openPage({ insights }, [ofInsight(4_000), ofInsight(9_999)]);
  await waitFor(() => expect(label(ofInsight(9_999))).toBe("Insight 9999 (deleted or hidden)"));
  expect(label(ofInsight(4_000))).toBe("Insight no. 4000 (insight 4000)");
  expect(requests.filter((path) => path.startsWith("insights"))).toEqual([
    "insights/?limit=200&basic=true&saved=true",
    "insights/4000/",
    "insights/9999/",
  ]);
});

it("reads many insights by the page", async () => {
  const insights = Array.from({ length: 500 }, (_, index) => named(index + 1, `Insight no. ${index + 1}`));
  const shown = insights.map(({ id }) => ofInsight(id));
  const { requests, label } = openPage({ insights }, shown);
  await waitFor(() => expect(label(ofInsight(500))).toBe("Insight no. 500 (insight 500)"));
  expect(requests.filter((path) => path.startsWith("insights"))).toHaveLength(3);
});

it("shows the names of the last visit with the first rows, and replaces those that changed", async () => {
  const records = [ofDashboard(1), ofDashboard(2), ofInsight(3)];
  const dashboards = [named(1, "Growth"), named(2, "Sales")];
  const first = openPage({ dashboards, insights: [named(3, "Sign-ups")] }, records);
  await waitFor(() => expect(first.label(ofInsight(3))).toBe("Sign-ups (insight 3)"));
  await waitFor(() => expect(first.label(ofDashboard(1))).toBe("Growth (dashboard 1)"));
  first.page.unmount();
  const changed = { dashboards: [named(1, "Growth overview")], insights: [named(3, "New accounts")] };
  const second = openPage(changed, records);
  expect(second.requests).toEqual([]);
  expect(records.map(second.label)).toEqual([
    "Growth (dashboard 1)",
    "Sales (dashboard 2)",
    "Sign-ups (insight 3)",
  ]);
  await waitFor(() =>
    expect(records.map(second.label)).toEqual([
      "Growth overview (dashboard 1)",
      "Dashboard 2 (deleted or hidden)",
      "New accounts (insight 3)",
    ]),
  );
});

it("forgets the names of the last visit when the key may no longer read them", async () => {
  const first = openPage({ dashboards: [named(1, "Growth")] }, [ofDashboard(1)]);
  await waitFor(() => expect(first.label(ofDashboard(1))).toBe("Growth (dashboard 1)"));
  first.page.unmount();
  const second = openPage({}, [ofDashboard(1)], refuse("dashboards.list", 403));
  await waitFor(() => expect(second.page.result.current.refusals.dashboard).toBe("scope"));
  expect(second.label(ofDashboard(1))).toBe("Dashboard 1");
  second.page.unmount();
  expect(openPage({}, []).label(ofDashboard(1))).toBe("Dashboard 1");
});

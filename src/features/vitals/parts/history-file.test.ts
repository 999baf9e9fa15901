import { expect, it } from "vitest";
import type { Observation } from "@/data/web-vitals/vitals-history";
import type { FileChunk } from "@/lib/file/file-chunk";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import { createHistoryFile } from "./observations-dialog";

const NOW = new Date("2026-11-21T12:00:00Z");
const CONTEXT = { projectId: "1", server: "https://eu.posthog.com", now: NOW };

function textOf({ chunks }: { readonly chunks: Iterable<FileChunk> }): string {
  return [...chunks].map(({ text }) => text).join("");
}

const observed: readonly Observation[] = [
  {
    path: "/docs",
    metric: "LCP",
    percentile: "p90",
    at: NOW.getTime(),
    value: 2_310.5,
    start: Date.parse("2026-11-15T00:00:00Z"),
  },
  { path: ALL_PAGES, metric: "CLS", percentile: "", at: NOW.getTime(), value: 0, start: null },
];

it("has a row per value, and the same fields in JSON", () => {
  expect(textOf(createHistoryFile("csv", observed, CONTEXT, { bom: false })).split("\r\n")).toEqual([
    "server,project_id,path,metric,percentile,value,unit,observed_at,period_start",
    "https://eu.posthog.com,1,/docs,LCP,p90,2310.5,ms,2026-11-21T12:00:00.000Z,2026-11-15",
    "https://eu.posthog.com,1,All pages,CLS,,0,,2026-11-21T12:00:00.000Z,",
    "",
  ]);
  const file = createHistoryFile("json", observed, CONTEXT);
  expect(file.name).toBe("Web vitals history of project 1 2026-11-21.json");
  expect(JSON.parse(textOf(file))).toMatchObject([
    { path: "/docs", metric: "LCP", value: 2_310.5, period_start: "2026-11-15" },
    { path: "All pages", unit: null, period_start: null },
  ]);
});

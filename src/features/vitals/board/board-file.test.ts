import { buildBoardRow, buildSeries, parseBody } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import { NetworkError } from "@/api/errors";
import { getWebVitals } from "@/api/web-vitals";
import type { FileChunk } from "@/lib/file/file-chunk";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import { createBoardCsv, createBoardJson } from "./board-download";

const NOW = new Date("2026-11-21T12:00:00Z");
const CONTEXT = {
  projectId: "1",
  server: "https://eu.posthog.com",
  link: "https://console.example/p/1/vitals?path=/docs",
  budgets: new Map([["LCP", 2_000]]),
  now: NOW,
};

const DOCS = {
  results: [{ ...buildSeries("LCP", 2_310), data: [2_240, 2_310] }, buildSeries("INP", 0)],
  last_refresh: "2026-11-21T09:00:00Z",
  timezone: "UTC",
  from_a_newer_server: true,
};

const ROWS = [
  buildBoardRow("/docs", { data: parseBody(getWebVitals, DOCS) }),
  buildBoardRow("/=1+1", { data: parseBody(getWebVitals, { results: [] }) }),
  buildBoardRow("/broken", { error: new NetworkError("offline") }),
  buildBoardRow(ALL_PAGES),
];

function readChunks({ chunks }: { readonly chunks: Iterable<FileChunk> }): string {
  return [...chunks].map(({ text }) => text).join("");
}

describe("the board as a CSV file", () => {
  const file = createBoardCsv(ROWS, CONTEXT, { bom: false });
  const [head = "", ...lines] = readChunks(file).split("\r\n");

  it("has a row per path and metric", () => {
    expect(file.name).toBe("Web vitals of project 1 2026-11-21.csv");
    expect(head).toBe(
      "path,state,metric,percentile,value,unit,rating,change,budget,over_budget,period,days,computed_at,notes",
    );
    expect(lines[0]).toMatch(
      /^\/docs,Data,LCP,p90,2310,ms,Good,3% worse than the week before,2000,yes,.*,2026-11-21T09:00:00Z,$/,
    );
    expect(lines[1]).toMatch(/^\/docs,No data,INP,p90,,ms,,,,,/);
  });

  it("explains paths without data", () => {
    expect(lines[2]).toMatch(/^\/=1\+1,No data,,,/);
    expect(lines[3]).toMatch(/^\/broken,Failed: .*offline.*,,/);
    expect(lines[4]).toMatch(/^All pages,Not loaded,,/);
    expect(lines).toHaveLength(6);
  });
});

describe("the board as a JSON file", () => {
  const parsedFile: unknown = JSON.parse(readChunks(createBoardJson(ROWS, CONTEXT)));

  it("contains the server and the link to the board", () => {
    expect(parsedFile).toMatchObject({
      server: "https://eu.posthog.com",
      project_id: "1",
      link: "https://console.example/p/1/vitals?path=/docs",
      written_at: "2026-11-21T12:00:00.000Z",
      budgets: { LCP: 2_000 },
    });
  });

  it("contains parsed values and raw responses", () => {
    expect(parsedFile).toMatchObject({
      paths: [
        {
          path: "/docs",
          is_loaded: true,
          computed_at: "2026-11-21T09:00:00Z",
          metrics: [
            {
              metric: "LCP",
              value: 2_310,
              unit: "ms",
              rating: "good",
              over_budget: true,
              series: [{ start: "2026-11-08T00:00:00.000Z", value: 2_240, served: 2_240 }, { value: 2_310 }],
            },
            { metric: "INP", value: null, rating: null, series: [{ value: null, served: 0 }, {}] },
          ],
          served: DOCS,
        },
        { path: "/=1+1", is_loaded: true, metrics: [] },
        { path: "/broken", is_loaded: false, failure: expect.stringContaining("offline"), served: null },
        { path: null, is_loaded: false, failure: null },
      ],
    });
  });
});

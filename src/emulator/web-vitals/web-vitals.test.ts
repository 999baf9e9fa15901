import { describe, expect, it } from "vitest";
import { createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";
import { normalizePath } from "./vitals-seed";

function createCaller() {
  let time = TEST_NOW.getTime();
  const { call } = createEmulatorCaller({ now: () => new Date(time) });
  return {
    get: async (pathname: string, project = 1): Promise<unknown> =>
      (await call("GET", `/environments/${project}/web_vitals/?pathname=${encodeURIComponent(pathname)}`))
        .body,
    advance: (ms: number) => {
      time += ms;
    },
  };
}

describe("web vitals", () => {
  it("are four weekly p90 series, in the servers' order", async () => {
    expect(await createCaller().get("/pricing")).toMatchObject({
      results: ["INP", "LCP", "CLS", "FCP"].map((metric) => ({
        // November 21, 2026 is a Saturday. Its week starts on November 15.
        days: ["2026-11-08", "2026-11-15"],
        action: { custom_name: metric, math: "p90" },
      })),
    });
  });

  it("stay the same within a week", async () => {
    const { get, advance } = createCaller();
    const before = await get("/blog");
    advance(3_600_000);
    const after = await get("https://nowhere.example/blog");
    expect(before).toHaveProperty("results.1.data.1", expect.closeTo(3_300, -3));
    expect(after).toHaveProperty("results", Reflect.get(Object(before), "results"));
  });

  it("are zeros for a path without visits, and empty in the empty project", async () => {
    const { get } = createCaller();
    expect(await get("/nowhere")).toMatchObject({
      results: [0, 1, 2, 3].map(() => ({ data: [0, 0], count: 0 })),
    });
    expect(await get("/", 3)).toEqual({ results: [] });
  });
});

it.each([
  ["/pricing/", "/pricing"],
  ["/pricing?plan=team#faq", "/pricing"],
  ["", "/"],
  ["https://www.harbourline.example/docs/", "/docs"],
  ["https://www.harbourline.example", "/"],
])("normalizes the path %j to %j", (given, cleaned) => {
  expect(normalizePath(given)).toBe(cleaned);
});

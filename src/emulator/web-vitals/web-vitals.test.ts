import { describe, expect, it } from "vitest";
import { createRouteCaller } from "@/testing/call-route";
import { normalizePath } from "./vitals-seed";
import { webVitalsRoutes } from "./web-vitals";

const createCaller = () => createRouteCaller(webVitalsRoutes);

function buildPath(pathname: string, project = 1): string {
  return `${project}/web_vitals/?pathname=${encodeURIComponent(pathname)}`;
}

describe("web vitals", () => {
  it("are four weekly p90 series, in the servers' order and form", async () => {
    const { status, body } = await createCaller().call("GET", buildPath("/pricing"));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      results: ["INP", "LCP", "CLS", "FCP"].map((metric, order) => ({
        // November 21, 2026 is a Saturday. Its week starts on November 15.
        days: ["2026-11-08", "2026-11-15"],
        labels: ["8-Nov-2026", "15-Nov-2026"],
        label: "$web_vitals",
        action: {
          custom_name: metric,
          math: "p90",
          math_property: `$web_vitals_${metric}_value`,
          order,
          id: "$web_vitals",
          type: "events",
          name: "$web_vitals",
        },
      })),
      hasMore: false,
      timings: [],
      error: "",
      is_cached: false,
      last_refresh: "2026-11-21T10:00:00Z",
      timezone: "UTC",
      resolved_date_range: { date_from: "2026-11-14T00:00:00Z", date_to: "2026-11-21T23:59:59.999Z" },
    });
  });

  it("stay the same within a week", async () => {
    const server = createCaller();
    const before = await server.call("GET", buildPath("/blog"));
    server.advance(3_600_000);
    const after = await server.call("GET", buildPath("https://nowhere.example/blog"));
    expect(after.body).not.toHaveProperty("results.1.data", [0, 0]);
    expect(before.body).toHaveProperty("results.1.data.1", expect.closeTo(3_300, -3));
    expect(after.body).toHaveProperty("results", Reflect.get(Object(before.body), "results"));
  });

  it("are zeros for a path without visits, and empty in the empty project", async () => {
    const unknown = await createCaller().call("GET", buildPath("/nowhere"));
    for (const order of [0, 1, 2, 3]) {
      expect(unknown.body).toHaveProperty(`results.${order}.data`, [0, 0]);
      expect(unknown.body).toHaveProperty(`results.${order}.count`, 0);
    }
    expect(await createCaller().call("GET", buildPath("/", 3))).toEqual({
      status: 200,
      body: { results: [] },
    });
  });

  it("require a pathname", async () => {
    const missing = await createCaller().call("GET", "1/web_vitals/");
    expect(missing).toMatchObject({ status: 400, body: { code: "required", attr: "pathname" } });
    const blank = await createCaller().call("GET", buildPath(" "));
    expect(blank).toMatchObject({ status: 400, body: { code: "blank", attr: "pathname" } });
  });

  it("require the contract's scope", async () => {
    const { status, body } = await createCaller().call("GET", buildPath("/"), { key: "phx_demo_none" });
    expect(status).toBe(403);
    expect(body).toMatchObject({ detail: "API key missing required scope 'query:read'" });
  });
});

describe("normalizePath", () => {
  it.each([
    ["/pricing/", "/pricing"],
    ["/pricing?plan=team#faq", "/pricing"],
    ["/", "/"],
    ["", "/"],
    ["https://www.harbourline.example/docs/", "/docs"],
    ["https://www.harbourline.example", "/"],
  ])("normalizes %j to %j", (given, cleaned) => {
    expect(normalizePath(given)).toBe(cleaned);
  });
});

import { describe, expect, it } from "vitest";
import { createRouteCaller } from "@/testing/call-route";
import { sessionRoutes } from "./sessions";

const { call } = createRouteCaller(sessionRoutes);

describe("property definitions", () => {
  it("are the 22 known ones, in wire format", async () => {
    const { status, body } = await call("GET", "1/sessions/property_definitions/");
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 22 });
    expect(body).toHaveProperty("results.17", {
      id: "$session_duration",
      name: "$session_duration",
      is_numerical: true,
      property_type: "Duration",
      is_seen_on_filtered_events: null,
      tags: [],
    });
  });

  it("are found by every word of the search", async () => {
    const { body } = await call("GET", "1/sessions/property_definitions/?search=URL%20entry");
    expect(body).toMatchObject({
      count: 1,
      results: [{ name: "$entry_current_url", property_type: "String" }],
    });
    const none = await call("GET", "1/sessions/property_definitions/?search=entry%20nothing");
    expect(none.body).toEqual({ count: 0, results: [] });
  });
});

describe("values", () => {
  it("contain the searched text", async () => {
    const { body } = await call("GET", "1/sessions/values/?key=$entry_utm_source&value=GOO");
    expect(body).toEqual([{ name: "google" }, { name: "google-ads" }]);
  });

  it("are at most 20", async () => {
    const { body } = await call("GET", "1/sessions/values/?key=$entry_pathname");
    expect(body).toHaveLength(20);
  });

  it("require a key", async () => {
    const { status, body } = await call("GET", "1/sessions/values/?value=goo");
    expect(status).toBe(400);
    expect(body).toEqual({
      type: "validation_error",
      code: "invalid_input",
      detail: "Key not provided",
      attr: null,
    });
  });

  it("are empty for unknown and numeric properties, and in the empty project", async () => {
    for (const address of [
      "1/sessions/values/?key=toString",
      "1/sessions/values/?key=$pageview_count",
      "3/sessions/values/?key=$channel_type",
    ]) {
      expect(await call("GET", address)).toEqual({ status: 200, body: [] });
    }
  });

  it("are refused to an API key without scopes", async () => {
    const { status, body } = await call("GET", "1/sessions/values/?key=$is_bounce", { key: "phx_demo_none" });
    expect(status).toBe(403);
    expect(body).toMatchObject({ detail: "This action does not support Personal API Key access" });
  });
});

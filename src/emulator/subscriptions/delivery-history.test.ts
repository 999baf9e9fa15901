import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/subscriptions/";
const page = z.object({
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  results: z.array(z.looseObject({ id: z.string(), status: z.string(), created_at: z.string() })),
});
const rows = z.object({ results: z.array(z.looseObject({ id: z.int(), title: z.nullable(z.string()) })) });

function createCaller(options: { readonly now?: () => Date } = {}) {
  const { call, emulator } = createEmulatorCaller({ generation: "2026", ...options });
  const findId = async (title: string) => {
    const { results } = z.parse(rows, (await call("GET", `${LIST_PATH}?limit=200`)).body);
    return results.find((row) => row.title === title)?.id ?? 0;
  };
  const list = async (id: number, query = "") => {
    const { body } = await call("GET", `${LIST_PATH}${id}/deliveries/${query}`);
    expect(body).not.toHaveProperty("count");
    return z.parse(page, body);
  };
  return { call, emulator, findId, list };
}

describe("run history", () => {
  it("lists past deliveries by cursor, newest first", async () => {
    const { findId, list } = createCaller();
    const id = await findId("API calls by customer");
    const first = await list(id);
    expect(first.results).toHaveLength(50);
    expect(first.previous).toBeNull();
    expect(first.next).toContain("/api/projects/1/");
    const second = await list(id, new URL(first.next ?? "").search);
    expect(new URL(second.previous ?? "").search).toBe("");
    const dates = [...first.results, ...second.results].map((row) => row.created_at);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(new Set(dates).size).toBe(dates.length);
    expect(dates.every((date) => Date.parse(date) < TEST_NOW.getTime())).toBe(true);
  });

  it("reports the outcome per recipient, and filters by status", async () => {
    const { findId, list } = createCaller();
    const id = await findId("Sales pipeline");
    const { results } = await list(id);
    expect(results.find(({ status }) => status === "completed")).toMatchObject({
      subscription: id,
      trigger_type: "scheduled",
      recipient_results: expect.arrayContaining([
        { recipient: expect.stringContaining("@"), status: "success" },
      ]),
    });
    const daily = await findId("API calls by customer");
    const failed = (await list(daily, "?status=failed")).results;
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.every((row) => row.status === "failed" && row["error"] !== null)).toBe(true);
  });

  it("ends with a failure where the server has paused", async () => {
    const { findId, list } = createCaller();
    const { results } = await list(await findId("Checkout alerts"));
    expect(results[0]).toMatchObject({ status: "failed" });
    expect(Date.parse(results[0]?.created_at ?? "")).toBeLessThan(TEST_NOW.getTime() - 8 * 86_400_000);
  });

  it("exists in no other generation, and refuses an unknown cursor", async () => {
    const older = createEmulatorCaller();
    expect((await older.call("GET", `${LIST_PATH}1066/deliveries/`)).status).toBe(404);
    const { call } = createCaller();
    expect((await call("GET", `${LIST_PATH}1066/deliveries/?cursor=x`)).body).toMatchObject({
      detail: "Invalid cursor",
    });
  });
});

describe("a test delivery", () => {
  it("is sent in the background, once at a time, and listed", async () => {
    let now = TEST_NOW;
    const { call, emulator, list } = createCaller({ now: () => now });
    const send = () => call("POST", `${LIST_PATH}1066/test-delivery/`);
    expect(await send()).toEqual({ status: 202, body: undefined });
    expect(emulator.sentDeliveries).toHaveLength(4);
    expect(await send()).toEqual({ status: 409, body: { detail: "Delivery already in progress" } });
    expect((await list(1066)).results[0]).toMatchObject({ status: "starting", trigger_type: "manual" });
    now = new Date(TEST_NOW.getTime() + 60_000);
    expect((await list(1066)).results[0]).toMatchObject({ status: "completed", trigger_type: "manual" });
    expect((await send()).status).toBe(202);
  });

  it("is refused while paused, in the trash, and without the scope", async () => {
    const { call, emulator, findId } = createCaller();
    const paused = await findId("Pipeline review, after the holidays");
    expect(await call("POST", `${LIST_PATH}${paused}/test-delivery/`)).toEqual({
      status: 409,
      body: { detail: "Subscription is disabled. Re-enable it before sending a test delivery." },
    });
    await call("PATCH", `${LIST_PATH}1066/`, { body: { deleted: true } });
    expect((await call("POST", `${LIST_PATH}1066/test-delivery/`)).status).toBe(404);
    expect((await call("POST", `${LIST_PATH}1065/test-delivery/`, { key: "phx_demo_read" })).status).toBe(
      403,
    );
    expect(emulator.sentDeliveries).toEqual([]);
  });
});

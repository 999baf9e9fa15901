import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/subscriptions/";
const page = z.object({
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  results: z.array(z.looseObject({ status: z.string(), created_at: z.string() })),
});
const rows = z.object({ results: z.array(z.looseObject({ id: z.int(), title: z.nullable(z.string()) })) });

function createCaller(options: { readonly now?: () => Date } = {}) {
  const { call, emulator } = createEmulatorCaller({ generation: "2026", ...options });
  const findId = async (title: string) => {
    const { results } = z.parse(rows, (await call("GET", `${LIST_PATH}?limit=200`)).body);
    return results.find((row) => row.title === title)?.id ?? 0;
  };
  const list = async (id: number, query = "") =>
    z.parse(page, (await call("GET", `${LIST_PATH}${id}/deliveries/${query}`)).body);
  return { call, emulator, findId, list };
}

describe("run history", () => {
  it("lists past deliveries by cursor, newest first", async () => {
    const { call, findId, list } = createCaller();
    const id = await findId("API calls by customer");
    const first = await list(id);
    expect([first.results.length, first.previous]).toEqual([50, null]);
    const second = await list(id, new URL(first.next ?? "").search);
    expect(new URL(second.previous ?? "").search).toBe("");
    const dates = [...first.results, ...second.results].map((row) => row.created_at);
    expect(dates).toEqual([...new Set(dates)].toSorted().toReversed());
    expect(dates.every((date) => Date.parse(date) < TEST_NOW.getTime())).toBe(true);
    expect((await call("GET", `${LIST_PATH}${id}/deliveries/?cursor=x`)).body).toMatchObject({
      detail: "Invalid cursor",
    });
  });

  it("filters by status, and ends with a failure where the server has paused", async () => {
    const { findId, list } = createCaller();
    const failed = (await list(await findId("API calls by customer"), "?status=failed")).results;
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.every((row) => row.status === "failed" && row["error"] !== null)).toBe(true);
    expect((await list(await findId("Checkout alerts"))).results[0]).toMatchObject({ status: "failed" });
  });
});

it("sends one test delivery at a time, in the background, and lists it", async () => {
  let now = TEST_NOW;
  const { call, emulator, list } = createCaller({ now: () => now });
  const send = () => call("POST", `${LIST_PATH}1066/test-delivery/`);
  expect((await send()).status).toBe(202);
  expect(emulator.sentDeliveries).toHaveLength(4);
  expect(await send()).toEqual({ status: 409, body: { detail: "Delivery already in progress" } });
  expect((await list(1066)).results[0]).toMatchObject({ status: "starting", trigger_type: "manual" });
  now = new Date(TEST_NOW.getTime() + 60_000);
  expect((await list(1066)).results[0]).toMatchObject({ status: "completed", trigger_type: "manual" });
  expect((await send()).status).toBe(202);
});

it("sends no test delivery of a paused or deleted subscription", async () => {
  const { call, emulator, findId } = createCaller();
  const paused = await findId("Pipeline review, after the holidays");
  expect((await call("POST", `${LIST_PATH}${paused}/test-delivery/`)).status).toBe(409);
  await call("PATCH", `${LIST_PATH}1066/`, { body: { deleted: true } });
  expect((await call("POST", `${LIST_PATH}1066/test-delivery/`)).status).toBe(404);
  expect(emulator.sentDeliveries).toEqual([]);
});

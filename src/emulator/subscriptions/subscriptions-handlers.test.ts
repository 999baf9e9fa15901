import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/subscriptions/";
const EMPTY_LIST_PATH = "/environments/3/subscriptions/";
const NEW_SUBSCRIPTION = {
  target_type: "email",
  target_value: "ana@x.example,bo@x.example",
  frequency: "weekly",
  start_date: "2026-11-23T09:00:00Z",
};

const envelope = z.object({
  count: z.int(),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  results: z.array(z.looseObject({ id: z.int(), title: z.nullable(z.string()) })),
});

async function fetchList(
  call: ReturnType<typeof createEmulatorCaller>["call"],
  query = "",
  path = LIST_PATH,
) {
  return z.parse(envelope, (await call("GET", `${path}${query}`)).body);
}

describe("list of subscriptions", () => {
  it("has pages whose links lead to every record once", async () => {
    const { call } = createEmulatorCaller();
    const ids: number[] = [];
    let query: string | null = "?limit=25&unknown=1";
    const seen: (string | null)[] = [];
    while (query !== null) {
      const page: z.output<typeof envelope> = await fetchList(call, query);
      ids.push(...page.results.map((row) => row.id));
      seen.push(page.previous && new URL(page.previous).search);
      query = page.next && new URL(page.next).search;
    }
    expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
    expect(seen).toEqual([null, "?limit=25&unknown=1", "?limit=25&offset=25&unknown=1"]);
    expect(await fetchList(call, "?offset=1000")).toMatchObject({ results: [], next: null });
  });

  it.each(["?limit=0", "?limit=-3", "?limit=many", "?offset=-1"])(
    "uses the default for %s",
    async (query) => {
      const { call } = createEmulatorCaller();
      expect((await fetchList(call, query, "/environments/2/subscriptions/")).results).toHaveLength(100);
    },
  );

  it("assigns every id once and lists the newest first", async () => {
    const { call } = createEmulatorCaller();
    await call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION });
    await call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION });
    const ids = (await fetchList(call, "?limit=3")).results.map((row) => row.id);
    expect(ids).toEqual([1068, 1067, 1066]);
  });
});

describe("creation", () => {
  // Other cases are in the recording of a real server.
  const wrong: readonly (readonly [object, string, string, string])[] = [
    [{ target_type: undefined, frequency: undefined }, "required", "target_type", "This field is required."],
    [
      { start_date: "2026-02-30T09:00:00Z" },
      "invalid_input",
      "start_date",
      "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].",
    ],
  ];
  it.each(wrong)("refuses %j", async (change, code, attr, detail) => {
    const { call, emulator } = createEmulatorCaller();
    const answer = await call("POST", EMPTY_LIST_PATH, { body: { ...NEW_SUBSCRIPTION, ...change } });
    expect(answer).toEqual({ status: 400, body: { type: "validation_error", code, detail, attr } });
    expect((await fetchList(call, "", EMPTY_LIST_PATH)).count).toBe(0);
    expect(emulator.sentDeliveries).toEqual([]);
  });

  it("stores dates in UTC regardless of their offset", async () => {
    const { call } = createEmulatorCaller();
    const body = { ...NEW_SUBSCRIPTION, start_date: "2026-11-23T09:00+01:00" };
    expect((await call("POST", EMPTY_LIST_PATH, { body })).body).toMatchObject({
      start_date: "2026-11-23T08:00:00Z",
    });
  });
});

describe("single record", () => {
  it.each(["0", "abc", "1e3"])("does not find the id %s", async (id) => {
    const { call } = createEmulatorCaller();
    expect((await call("GET", `${LIST_PATH}${id}/`)).status).toBe(404);
  });

  it("moves the next delivery on as time passes, but not a failed one", async () => {
    let now = TEST_NOW;
    const { call } = createEmulatorCaller({ now: () => now });
    const nextDelivery = async (title: string) =>
      (await fetchList(call)).results.find((row) => row.title === title)?.["next_delivery_date"];
    expect(await nextDelivery("Weekly growth review")).toBe("2026-11-23T08:00:00Z");
    now = new Date("2026-11-25T10:00:00Z");
    expect(await nextDelivery("Weekly growth review")).toBe("2026-11-30T08:00:00Z");
    expect(await nextDelivery("Onboarding steps")).toBe("2026-11-16T08:00:00Z");
  });
});

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

const record = z.looseObject({ id: z.int(), deleted: z.boolean(), title: z.nullable(z.string()) });
const envelope = z.object({
  count: z.int(),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  results: z.array(record),
});

async function fetchList(
  call: ReturnType<typeof createEmulatorCaller>["call"],
  query = "",
  path = LIST_PATH,
) {
  return z.parse(envelope, (await call("GET", `${path}${query}`)).body);
}

describe("list of subscriptions", () => {
  it("leaves out the trash, and the trash lists nothing else", async () => {
    const { call } = createEmulatorCaller();
    const active = await fetchList(call);
    const trash = await fetchList(call, "?deleted=true");
    expect(active.count).toBe(60);
    expect(active.results.every((row) => !row.deleted)).toBe(true);
    expect(trash.count).toBe(6);
    expect(trash.results.every((row) => row.deleted)).toBe(true);
  });

  it("has pages whose links lead to every record once", async () => {
    const { call } = createEmulatorCaller();
    const ids: number[] = [];
    let query: string | null = "?limit=25&unknown=1";
    const seen: (string | null)[] = [];
    while (query !== null) {
      const page: z.output<typeof envelope> = await fetchList(call, query);
      ids.push(...page.results.map((row) => row.id));
      seen.push(page.previous && new URL(page.previous).search);
      expect(page.next === null || page.next.startsWith("http://emulator.example/api/")).toBe(true);
      query = page.next && new URL(page.next).search;
    }
    expect(new Set(ids).size).toBe(60);
    expect(ids).toHaveLength(60);
    expect(seen).toEqual([null, "?limit=25&unknown=1", "?limit=25&unknown=1&offset=25"]);
  });

  it.each(["?limit=0", "?limit=-3", "?limit=many", "?offset=-1"])(
    "uses the default for %s",
    async (query) => {
      const { call } = createEmulatorCaller();
      expect((await fetchList(call, query, "/environments/2/subscriptions/")).results).toHaveLength(100);
    },
  );

  it("returns an empty page beyond the end", async () => {
    const { call } = createEmulatorCaller();
    const page = await fetchList(call, "?offset=1000");
    expect(page.results).toEqual([]);
    expect(page.next).toBeNull();
  });
});

describe("creation", () => {
  it("fills in missing fields, plans the first delivery and sends to every recipient", async () => {
    const { call, emulator } = createEmulatorCaller();
    const { status, body } = await call("POST", EMPTY_LIST_PATH, {
      body: { ...NEW_SUBSCRIPTION, invite_message: "Hello" },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...NEW_SUBSCRIPTION,
      id: 1,
      dashboard: null,
      insight: null,
      interval: 1,
      byweekday: null,
      bysetpos: null,
      count: null,
      until_date: null,
      created_at: "2026-11-21T10:00:00Z",
      created_by: { first_name: "Ana" },
      deleted: false,
      title: null,
      summary: "sent every week",
      next_delivery_date: "2026-11-23T09:00:00Z",
      invite_message: null,
    });
    expect(emulator.sentDeliveries.map((item) => item.target)).toEqual(["ana@x.example", "bo@x.example"]);
    expect((await fetchList(call, "", EMPTY_LIST_PATH)).results.map((row) => row.id)).toEqual([1]);
  });

  it("assigns every id once and lists the newest first", async () => {
    const { call } = createEmulatorCaller();
    await call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION });
    await call("POST", LIST_PATH, { body: NEW_SUBSCRIPTION });
    const ids = (await fetchList(call, "?limit=3")).results.map((row) => row.id);
    expect(ids).toEqual([1068, 1067, 1066]);
  });

  const wrong: readonly (readonly [string, Record<string, unknown>, string, string, string])[] = [
    ["no channel", { target_type: undefined }, "required", "target_type", "This field is required."],
    [
      "no channel and no frequency: the first counts",
      { target_type: undefined, frequency: undefined },
      "required",
      "target_type",
      "This field is required.",
    ],
    ["empty target", { target_value: "" }, "blank", "target_value", "This field may not be blank."],
    ["null target", { target_value: null }, "null", "target_value", "This field may not be null."],
    [
      "unknown channel",
      { target_type: "fax" },
      "invalid_choice",
      "target_type",
      '"fax" is not a valid choice.',
    ],
    [
      "unknown frequency",
      { frequency: "hourly" },
      "invalid_choice",
      "frequency",
      '"hourly" is not a valid choice.',
    ],
    [
      "unknown weekday",
      { byweekday: ["monday", "mo"] },
      "invalid_choice",
      "byweekday__1",
      '"mo" is not a valid choice.',
    ],
    [
      "weekdays as text",
      { byweekday: "monday" },
      "invalid_input",
      "byweekday",
      'Expected a list of items but got type "str".',
    ],
    [
      "101 characters",
      { title: "x".repeat(101) },
      "max_length",
      "title",
      "Ensure this field has no more than 100 characters.",
    ],
    [
      "no such dashboard",
      { dashboard: 54321 },
      "does_not_exist",
      "dashboard",
      'Invalid pk "54321" - object does not exist.',
    ],
    [
      "no such insight",
      { insight: 1 },
      "does_not_exist",
      "insight",
      'Invalid pk "1" - object does not exist.',
    ],
    ["interval of text", { interval: "2" }, "invalid_input", "interval", "A valid integer is required."],
    [
      "interval 0",
      { interval: 0 },
      "invalid_input",
      "interval",
      "Ensure this value is greater than or equal to 1.",
    ],
    [
      "interval 2^31",
      { interval: 2 ** 31 },
      "invalid_input",
      "interval",
      "Ensure this value is less than or equal to 2147483647.",
    ],
    [
      "count below int32",
      { count: -(2 ** 31) - 1 },
      "invalid_input",
      "count",
      "Ensure this value is greater than or equal to -2147483648.",
    ],
    [
      "30 February",
      { start_date: "2026-02-30T09:00:00Z" },
      "invalid_input",
      "start_date",
      "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].",
    ],
    ["deleted as text", { deleted: "yes" }, "invalid_input", "deleted", "Must be a valid boolean."],
    ["unknown key", { color: "red" }, "invalid_input", "color", 'Unknown field "color".'],
    [
      "a key that only answers have",
      { summary: "x" },
      "invalid_input",
      "summary",
      'Unknown field "summary".',
    ],
  ];
  it.each(wrong)("refuses: %s", async (_, change, code, attr, detail) => {
    const { call, emulator } = createEmulatorCaller();
    const answer = await call("POST", EMPTY_LIST_PATH, { body: { ...NEW_SUBSCRIPTION, ...change } });
    expect(answer).toEqual({ status: 400, body: { type: "validation_error", code, detail, attr } });
    expect((await fetchList(call, "", EMPTY_LIST_PATH)).count).toBe(0);
    expect(emulator.sentDeliveries).toEqual([]);
  });

  it("fails at bysetpos 0 as real servers do", async () => {
    const { call } = createEmulatorCaller();
    const answer = await call("POST", EMPTY_LIST_PATH, { body: { ...NEW_SUBSCRIPTION, bysetpos: 0 } });
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ type: "server_error", code: "error" });
  });

  it.each(["{", "[]", '"text"', "3"])("refuses the body %s", async (text) => {
    const { call } = createEmulatorCaller();
    const answer = await call("POST", EMPTY_LIST_PATH, { text });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ type: "validation_error", code: "invalid_input", attr: null });
  });

  it("stores dates in UTC regardless of their offset", async () => {
    const { call } = createEmulatorCaller();
    const { body } = await call("POST", EMPTY_LIST_PATH, {
      body: { ...NEW_SUBSCRIPTION, start_date: "2026-11-23T09:00+01:00" },
    });
    expect(body).toMatchObject({ start_date: "2026-11-23T08:00:00Z" });
  });

  it.each([
    ["an end before the start", { until_date: "2026-11-01T00:00:00Z" }],
    ["no delivery left", { count: 1, start_date: "2026-11-01T09:00:00Z" }],
  ])("plans nothing for %s", async (_, change) => {
    const { call } = createEmulatorCaller();
    const { status, body } = await call("POST", EMPTY_LIST_PATH, {
      body: { ...NEW_SUBSCRIPTION, ...change },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ next_delivery_date: null });
  });
});

describe("partial update", () => {
  it("changes only the supplied fields", async () => {
    const { call } = createEmulatorCaller();
    const before = await call("GET", `${LIST_PATH}1066/`);
    const { status, body } = await call("PATCH", `${LIST_PATH}1066/`, { body: { title: "Renamed" } });
    expect(status).toBe(200);
    expect(body).toEqual({ ...z.parse(record, before.body), title: "Renamed" });
    expect((await call("GET", `${LIST_PATH}1066/`)).body).toEqual(body);
  });

  it("plans the next delivery again when the schedule changes", async () => {
    const { call } = createEmulatorCaller();
    const { body } = await call("PATCH", `${LIST_PATH}1066/`, {
      body: { frequency: "monthly", byweekday: ["tuesday"], bysetpos: -1 },
    });
    expect(body).toMatchObject({
      summary: "sent every month on the last Tuesday",
      next_delivery_date: "2026-11-24T08:00:00Z",
    });
  });

  it("sends only to added addresses", async () => {
    const { call, emulator } = createEmulatorCaller();
    await call("POST", EMPTY_LIST_PATH, { body: NEW_SUBSCRIPTION });
    const before = emulator.sentDeliveries.length;
    await call("PATCH", `${EMPTY_LIST_PATH}1/`, { body: { target_value: "bo@x.example,cy@x.example" } });
    await call("PATCH", `${EMPTY_LIST_PATH}1/`, { body: { target_value: "bo@x.example" } });
    expect(emulator.sentDeliveries.slice(before).map((item) => item.target)).toEqual(["cy@x.example"]);
  });

  it("moves to the trash and back, and can always be read", async () => {
    const { call } = createEmulatorCaller();
    await call("PATCH", `${LIST_PATH}1066/`, { body: { deleted: true } });
    expect((await fetchList(call)).results.map((row) => row.id)).not.toContain(1066);
    expect((await fetchList(call, "?deleted=true")).results.map((row) => row.id)).toContain(1066);
    expect((await call("GET", `${LIST_PATH}1066/`)).body).toMatchObject({ deleted: true });
    await call("PATCH", `${LIST_PATH}1066/`, { body: { deleted: false } });
    expect((await fetchList(call)).results[0]?.id).toBe(1066);
    expect((await fetchList(call, "?deleted=true")).count).toBe(6);
  });

  it("allows null in nullable fields only", async () => {
    const { call } = createEmulatorCaller();
    const emptied = await call("PATCH", `${LIST_PATH}1066/`, { body: { title: null, dashboard: null } });
    expect(emptied.body).toMatchObject({ title: null, dashboard: null });
    const refused = await call("PATCH", `${LIST_PATH}1066/`, { body: { interval: null } });
    expect(refused.body).toMatchObject({ code: "null", attr: "interval" });
  });
});

describe("single record", () => {
  it("responds to DELETE with an empty 405 and keeps the record", async () => {
    const { call } = createEmulatorCaller();
    expect(await call("DELETE", `${LIST_PATH}1066/`)).toEqual({ status: 405, body: undefined });
    expect((await call("GET", `${LIST_PATH}1066/`)).status).toBe(200);
  });

  it.each(["999999", "0", "abc", "1e3"])("does not find the id %s", async (id) => {
    const { call } = createEmulatorCaller();
    expect(await call("GET", `${LIST_PATH}${id}/`)).toEqual({
      status: 404,
      body: { type: "invalid_request", code: "not_found", detail: "Not found.", attr: null },
    });
  });

  it("moves the next delivery on as time passes, but not a failed or deleted one", async () => {
    let now = TEST_NOW;
    const { call } = createEmulatorCaller({ now: () => now });
    const titled = async (title: string) =>
      (await fetchList(call)).results.find((row) => row.title === title);
    const stuck = await titled("Onboarding steps");
    const weekly = await titled("Weekly growth review");
    expect(weekly).toMatchObject({ next_delivery_date: "2026-11-23T08:00:00Z" });
    now = new Date("2026-11-25T10:00:00Z");
    expect(await titled("Weekly growth review")).toMatchObject({
      next_delivery_date: "2026-11-30T08:00:00Z",
    });
    expect(await titled("Onboarding steps")).toEqual(stuck);
    expect(stuck).toMatchObject({ next_delivery_date: "2026-11-16T08:00:00Z" });
  });
});

describe("the demo's subscriptions", () => {
  it("cover every state that a console must handle", async () => {
    const { call } = createEmulatorCaller();
    const row = z.looseObject({
      title: z.nullable(z.string()),
      target_type: z.string(),
      target_value: z.string(),
      created_by: z.unknown(),
      next_delivery_date: z.nullable(z.string()),
      dashboard: z.nullable(z.int()),
    });
    const rows = z.parse(z.object({ results: z.array(row) }), (await call("GET", LIST_PATH)).body).results;
    expect(new Set(rows.map((item) => item.target_type))).toEqual(new Set(["email", "slack", "webhook"]));
    expect(rows.filter((item) => item.title === null).length).toBeGreaterThan(1);
    expect(rows.filter((item) => item.created_by === null).length).toBeGreaterThan(1);
    expect(rows.filter((item) => item.next_delivery_date === null).length).toBeGreaterThan(2);
    expect(
      rows.filter(
        (item) => item.next_delivery_date && Date.parse(item.next_delivery_date) < TEST_NOW.getTime(),
      ),
    ).toHaveLength(2);
    expect(
      rows.filter((item) => item.title === "Weekly growth review" && item.dashboard === 201),
    ).toHaveLength(2);
    expect(rows.some((item) => item.target_value.includes(" ,"))).toBe(true);
    expect(rows.some((item) => item.target_value.split(",").length > 20)).toBe(true);
  });
});

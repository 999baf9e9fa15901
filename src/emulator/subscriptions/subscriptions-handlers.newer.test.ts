import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { EmulatorOptions } from "@/emulator/hosts/emulator";
import { createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/subscriptions/";
const SLACK = 61;

const served = z.looseObject({
  id: z.int(),
  title: z.nullable(z.string()),
  next_delivery_date: z.nullable(z.string()),
});
const page = z.object({ results: z.array(served) });

function createCaller(options: EmulatorOptions = {}) {
  const { call, emulator } = createEmulatorCaller({ generation: "2026", ...options });
  const list = async (query = "") =>
    z.parse(page, (await call("GET", `${LIST_PATH}?limit=200${query}`)).body).results;
  const find = async (title: string) => {
    const found = (await list()).find((row) => row.title === title);
    if (!found) throw new Error(`no subscription ${title}`);
    return found;
  };
  const create = (body: object) => call("POST", LIST_PATH, { body });
  const change = (id: number, body: object) => call("PATCH", `${LIST_PATH}${id}/`, { body });
  const targets = () => emulator.sentDeliveries.map(({ target }) => target);
  return { call, emulator, list, find, create, change, targets };
}

const EMAIL = {
  insight: 4001,
  target_type: "email",
  target_value: "ana@x.example,bo@x.example",
  frequency: "weekly",
  interval: 1,
  start_date: "2026-11-23T09:00:00Z",
};
const { insight: _, ...NOTHING } = EMAIL;
const BOARD = { ...NOTHING, dashboard: 212 };

it("ignores the newer fields in older generations", async () => {
  for (const generation of ["2024", "2025"] as const) {
    const { call, create } = createCaller({ generation });
    const answer = await create({ ...EMAIL, enabled: false });
    expect(answer.status).toBe(201);
    expect(answer.body).not.toHaveProperty("enabled");
    expect((await call("GET", `${LIST_PATH}1000/`)).status).toBe(404);
  }
});

it("keeps ids and changes when the generation is switched", async () => {
  const { call, emulator, list, change } = createCaller();
  const before = await list();
  await change(1066, { title: "Renamed" });
  emulator.generation.set("2025");
  expect((await call("GET", `${LIST_PATH}1066/`)).body).toMatchObject({ title: "Renamed" });
  expect((await list()).map(({ id }) => id)).toEqual(before.map(({ id }) => id).filter((id) => id > 1000));
  emulator.generation.reset();
  expect(await list()).toHaveLength(before.length);
});

describe("validation in 2026", () => {
  // Other cases are recorded exchanges.
  const wrong: readonly (readonly [object, string, string])[] = [
    [{ ...NOTHING, prompt: "x".repeat(4001) }, "prompt", "Prompt cannot exceed 4000 characters."],
    [
      { ...BOARD, dashboard_export_insights: [1] },
      "dashboard_export_insights",
      "Some insights do not belong to your team or do no longer exist.",
    ],
    [
      { ...BOARD, dashboard: 201, dashboard_export_insights: [4001, 4002] },
      "dashboard_export_insights",
      "2 invalid insight(s) selected.",
    ],
    [
      { ...EMAIL, summary_prompt_guide: "x".repeat(501) },
      "summary_prompt_guide",
      "AI summary context must be 500 characters or fewer.",
    ],
  ];
  it("needs an interval of 1 or more", async () => {
    const { create } = createCaller();
    expect(await create({ ...EMAIL, interval: 0 })).toMatchObject({
      status: 400,
      body: { code: "min_value", attr: "interval" },
    });
  });

  it.each(wrong)("refuses case %#: %j", async (body, attr, detail) => {
    const { create, targets } = createCaller();
    const code = "invalid_input";
    expect(await create(body)).toEqual({
      status: 400,
      body: { type: "validation_error", code, detail, attr },
    });
    expect(targets()).toEqual([]);
  });

  it.each([
    ["Sales pipeline", { dashboard: null, insight: 4001 }, "dashboard"],
    ["Monday briefing for leadership", { insight: 4001 }, "prompt"],
    ["Monday briefing for leadership", { prompt: "" }, "prompt"],
    ["Product pulse", { insight: 4001 }, "resource_type"],
  ])("never changes the kind of the delivered content: %s", async (title, body, attr) => {
    const { change, find } = createCaller();
    const { id } = await find(title);
    expect(await change(id, body)).toMatchObject({ status: 400, body: { attr } });
    expect((await change(id, { title: "New" })).status).toBe(200);
  });

  it("keeps the selection of a change without it, and checks a new one", async () => {
    const { change, find } = createCaller();
    const { id } = await find("Audit trail");
    expect((await change(id, { title: "Trail" })).body).toMatchObject({ dashboard_export_insights: [] });
    expect((await change(id, { dashboard_export_insights: [] })).status).toBe(400);
  });

  it("refuses every change of a Slack subscription without a workspace, also its deletion", async () => {
    const { change, find } = createCaller();
    const { id } = await find("Release health");
    const refusal = { status: 400, body: { attr: "integration_id" } };
    expect(await change(id, { title: "Releases" })).toMatchObject(refusal);
    expect(await change(id, { deleted: true })).toMatchObject(refusal);
    expect((await change(id, { deleted: true, integration_id: SLACK })).status).toBe(200);
  });

  it("refuses a schedule that ends, but not the deletion of one that has ended", async () => {
    const { change, find } = createCaller();
    const { id } = await find("Trial to paid conversion");
    expect(await change(id, { until_date: "2026-11-01T00:00:00Z" })).toMatchObject({
      status: 400,
      body: { attr: null, detail: expect.stringContaining("has reached its end date") },
    });
    expect((await change((await find("Summer campaign")).id, { deleted: true })).status).toBe(200);
  });
});

describe("pausing", () => {
  it("freezes the next delivery, and resuming sends and plans it again", async () => {
    let now = TEST_NOW;
    const { change, find, targets } = createCaller({ now: () => now });
    const { id, next_delivery_date: planned } = await find("Trial to paid conversion");
    expect((await change(id, { enabled: false })).body).toMatchObject({ enabled: false });
    expect(targets()).toEqual([]);
    now = new Date("2027-02-01T10:00:00Z");
    expect(await find("Trial to paid conversion")).toMatchObject({ next_delivery_date: planned });
    expect((await change(id, { enabled: true })).body).toMatchObject({
      enabled: true,
      next_delivery_date: "2027-02-03T08:00:00Z",
    });
    expect(targets()).toHaveLength(2);
  });

  it("sends nothing to a recipient added while paused", async () => {
    const { change, find, targets } = createCaller();
    const { id } = await find("Pipeline review, after the holidays");
    expect((await change(id, { target_value: "new@x.example" })).status).toBe(200);
    expect(targets()).toEqual([]);
  });

  const refused: readonly (readonly [string, string])[] = [
    ["Checkout alerts", "Slack subscription: no integration configured. Reconnect Slack first."],
    [
      "Error rate for the status page",
      "webhook subscription: this delivery channel is not currently supported.",
    ],
    ["Spring campaign", "Extend until_date or remove count before re-enabling."],
    ["Refund reasons, in words", "AI subscription: the original creator is unavailable."],
  ];
  it.each(refused)("does not resume %s", async (title, detail) => {
    const { change, find } = createCaller();
    expect(await change((await find(title)).id, { enabled: true })).toMatchObject({
      status: 400,
      body: { type: "validation_error", attr: "enabled", detail: expect.stringContaining(detail) },
    });
  });

  it("resumes a Slack subscription together with a new workspace", async () => {
    const { change, find } = createCaller();
    const { id } = await find("Checkout alerts");
    const { body } = await change(id, { enabled: true, integration_id: SLACK });
    expect(body).toMatchObject({ enabled: true, integration_id: SLACK });
  });
});

it.each([
  ["of another integration than Slack", 63, 400],
  ["of an unknown integration", 64, 404],
])("has no channels %s", async (_name, id, status) => {
  const { call } = createCaller();
  expect((await call("GET", `/environments/1/integrations/${id}/channels/`)).status).toBe(status);
});

describe("a plan with a limit", () => {
  const fault = { endpoint: "*", kind: "plan-limit", limit: 60 };

  it("refuses to create and restore a subscription in 2026", async () => {
    const { list, create, change, emulator } = createCaller();
    emulator.faults.set([fault]);
    const refusal = {
      status: 400,
      body: { attr: "subscription", detail: "Your plan is limited to 60 subscriptions." },
    };
    expect(await create(EMAIL)).toMatchObject(refusal);
    const id = (await list("&deleted=true"))[0]?.id ?? 0;
    expect(await change(id, { deleted: false })).toMatchObject(refusal);
    expect((await change(id, { title: "Still in the trash" })).status).toBe(200);
  });

  it("is a matter of payment in older generations", async () => {
    const { create, emulator } = createCaller({ generation: "2025" });
    emulator.faults.set([fault]);
    expect(await create(EMAIL)).toMatchObject({ status: 402, body: { code: "payment_required" } });
    emulator.faults.set([{ ...fault, limit: 61 }]);
    expect((await create(EMAIL)).status).toBe(201);
  });
});

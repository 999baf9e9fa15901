import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { EmulatorOptions } from "@/emulator/hosts/emulator";
import { createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/subscriptions/";
const SLACK = 61;
const GITHUB = 63;

const served = z.looseObject({
  id: z.int(),
  title: z.nullable(z.string()),
  target_type: z.string(),
  target_value: z.string(),
  resource_type: z.optional(z.nullable(z.string())),
  enabled: z.optional(z.boolean()),
  next_delivery_date: z.nullable(z.string()),
});
const page = z.object({ count: z.int(), results: z.array(served) });

function createCaller(options: EmulatorOptions = {}) {
  const { call, emulator } = createEmulatorCaller({ generation: "2026", ...options });
  const list = async (query = "") =>
    z.parse(page, (await call("GET", `${LIST_PATH}?limit=200${query}`)).body).results;
  const find = async (title: string, channel?: string) => {
    const found = (await list()).find(
      (row) => row.title === title && (channel === undefined || row.target_type === channel),
    );
    if (!found) throw new Error(`no subscription ${title}`);
    return found;
  };
  const create = (body: object, key = "phx_demo_all") => call("POST", LIST_PATH, { body, key });
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
const PROMPT = { ...NOTHING, prompt: "What changed?" };
const SLACK_BODY = { ...EMAIL, target_type: "slack", target_value: "C0HARB6106|#reports" };
const TEAMS = { ...EMAIL, target_type: "teams", target_value: "https://a.webhook.office.com/webhookb2/1" };

async function listTileInsights(call: ReturnType<typeof createCaller>["call"], dashboard: number) {
  const tiles = z.object({ tiles: z.array(z.object({ insight: z.nullable(z.object({ id: z.int() })) })) });
  const { body } = await call("GET", `/environments/1/dashboards/${dashboard}/`);
  return z.parse(tiles, body).tiles.flatMap(({ insight }) => (insight ? [insight.id] : []));
}

describe("a record of 2026", () => {
  it("has the newer fields", async () => {
    const { create } = createCaller();
    expect((await create(EMAIL)).body).toMatchObject({
      resource_type: "insight",
      resource_name: "Weekly active accounts",
      insight_short_id: expect.stringMatching(/^\w{8}$/),
      dashboard_export_insights: [],
      prompt: null,
      integration_id: null,
      enabled: true,
      summary_enabled: false,
      summary_prompt_guide: "",
    });
  });

  it("has none of them in other generations, which refuse them", async () => {
    for (const generation of ["2024", "2025"] as const) {
      const { call, create } = createCaller({ generation });
      expect((await create(EMAIL)).body).not.toHaveProperty("enabled");
      expect(await create({ ...EMAIL, enabled: true })).toMatchObject({
        status: 400,
        body: { attr: "enabled" },
      });
      expect((await call("GET", `${LIST_PATH}1000/`)).status).toBe(404);
    }
  });

  it("keeps its id and changes when the generation is switched", async () => {
    const { call, emulator, list, change } = createCaller();
    const before = await list();
    await change(1066, { title: "Renamed" });
    emulator.generation.set("2025");
    expect((await call("GET", `${LIST_PATH}1066/`)).body).toMatchObject({ title: "Renamed" });
    expect((await list()).map(({ id }) => id)).toEqual(before.map(({ id }) => id).filter((id) => id > 1000));
    emulator.generation.reset();
    expect(await list()).toHaveLength(before.length);
  });
});

describe("validation in 2026", () => {
  const wrong: readonly (readonly [string, object, string, string | null, string])[] = [
    ["no interval", { ...EMAIL, interval: undefined }, "required", "interval", "This field is required."],
    [
      "interval 0",
      { ...EMAIL, interval: 0 },
      "invalid_input",
      "interval",
      "Ensure this value is greater than or equal to 1.",
    ],
    [
      "a webhook",
      { ...EMAIL, target_type: "webhook", target_value: "https://x.example/hook" },
      "invalid_choice",
      "target_type",
      '"webhook" is not a valid choice.',
    ],
    [
      "a Teams target that is not a URL",
      { ...TEAMS, target_value: "a.webhook.office.com" },
      "invalid_input",
      "target_value",
      "Enter a valid URL.",
    ],
    [
      "no source",
      NOTHING,
      "invalid_input",
      null,
      "A subscription must have an insight, a dashboard, or a prompt.",
    ],
    [
      "two sources",
      { ...EMAIL, prompt: "Why?" },
      "invalid_input",
      "insight",
      "Insight subscriptions cannot also set dashboard or prompt.",
    ],
    [
      "an insight that is said to be there",
      { ...NOTHING, content_type: "insight" },
      "invalid_input",
      "insight",
      "Insight is required for insight subscriptions.",
    ],
    [
      "a blank prompt",
      { ...NOTHING, prompt: "  ", content_type: "ai_prompt" },
      "invalid_input",
      "prompt",
      "Prompt is required for AI subscriptions.",
    ],
    [
      "a long prompt",
      { ...PROMPT, prompt: "x".repeat(4001) },
      "invalid_input",
      "prompt",
      "Prompt cannot exceed 4000 characters.",
    ],
    [
      "a prompt to Teams",
      { ...TEAMS, insight: null, prompt: "Why?" },
      "invalid_input",
      "target_type",
      "AI subscriptions only support email or slack delivery.",
    ],
    [
      "no selection",
      BOARD,
      "invalid_input",
      "dashboard_export_insights",
      "Select at least one insight for this subscription.",
    ],
    [
      "seven insights",
      { ...BOARD, dashboard_export_insights: [4001, 4002, 4003, 4004, 4005, 4006, 4007] },
      "invalid_input",
      "dashboard_export_insights",
      "Cannot select more than 6 insights.",
    ],
    [
      "an insight that does not exist",
      { ...BOARD, dashboard_export_insights: [1] },
      "invalid_input",
      "dashboard_export_insights",
      "Some insights do not belong to your team or do no longer exist.",
    ],
    [
      "insights of another dashboard",
      { ...BOARD, dashboard: 201, dashboard_export_insights: [4001, 4002] },
      "invalid_input",
      "dashboard_export_insights",
      "2 invalid insight(s) selected.",
    ],
    [
      "a selection without a dashboard",
      { ...EMAIL, dashboard_export_insights: [4001] },
      "invalid_input",
      "dashboard_export_insights",
      "Cannot set insights selection without a dashboard.",
    ],
    [
      "Slack without a workspace",
      SLACK_BODY,
      "invalid_input",
      "integration_id",
      "A Slack integration is required for Slack subscriptions.",
    ],
    [
      "an unknown workspace",
      { ...SLACK_BODY, integration_id: 9 },
      "invalid_input",
      "integration_id",
      "This integration does not exist or does not belong to your team.",
    ],
    [
      "another integration",
      { ...SLACK_BODY, integration_id: GITHUB },
      "invalid_input",
      "integration_id",
      "Slack subscriptions require a Slack integration.",
    ],
    [
      "an ended schedule",
      { ...EMAIL, until_date: "2026-11-01T00:00:00Z" },
      "invalid_input",
      "start_date",
      "Subscription schedule has reached its end date. Extend until_date or remove count.",
    ],
    [
      "a long guide",
      { ...EMAIL, summary_prompt_guide: "x".repeat(501) },
      "invalid_input",
      "summary_prompt_guide",
      "AI summary context must be 500 characters or fewer.",
    ],
    [
      "a read-only field",
      { ...EMAIL, resource_type: "insight" },
      "invalid_input",
      "resource_type",
      'Unknown field "resource_type".',
    ],
  ];
  it.each(wrong)("refuses: %s", async (_name, body, code, attr, detail) => {
    const { create, targets } = createCaller();
    const answer = await create(body);
    expect(answer).toEqual({ status: 400, body: { type: "validation_error", code, detail, attr } });
    expect(targets()).toEqual([]);
  });

  it("accepts Slack with a workspace, Teams, a prompt, and 1 to 6 insights of a dashboard", async () => {
    const { call, create } = createCaller();
    const insights = await listTileInsights(call, 212);
    expect(insights).toHaveLength(9);
    const bodies = [
      { ...SLACK_BODY, integration_id: SLACK },
      TEAMS,
      PROMPT,
      { ...BOARD, dashboard_export_insights: insights.slice(0, 1) },
      { ...BOARD, dashboard_export_insights: insights.slice(0, 6) },
    ];
    for (const body of bodies) expect((await create(body)).status).toBe(201);
  });

  it("needs the scope query:read for a prompt", async () => {
    const { create } = createCaller();
    expect((await create(EMAIL, "phx_demo_write")).status).toBe(201);
    expect(await create(PROMPT, "phx_demo_write")).toMatchObject({
      status: 403,
      body: { detail: "API key missing required scope 'query:read'" },
    });
  });

  it("never changes the kind of the delivered content", async () => {
    const { change, find } = createCaller();
    const dashboard = await find("Sales pipeline");
    expect(await change(dashboard.id, { dashboard: null, insight: 4001 })).toMatchObject({
      body: { detail: "Dashboard subscriptions cannot also set insight or prompt.", attr: "dashboard" },
    });
    expect(await change(dashboard.id, { content_type: "insight" })).toMatchObject({
      body: {
        detail: "content_type cannot be changed after the subscription is created.",
        attr: "content_type",
      },
    });
    const prompt = await find("Monday briefing for leadership");
    expect(await change(prompt.id, { insight: 4001 })).toMatchObject({
      body: { detail: "AI subscriptions cannot also set insight or dashboard.", attr: "prompt" },
    });
    expect(await change(prompt.id, { prompt: "" })).toMatchObject({
      body: { detail: "Prompt is required for AI subscriptions." },
    });
    expect((await change(prompt.id, { prompt: "Why?" })).status).toBe(200);
    const brief = await find("Product pulse");
    expect(await change(brief.id, { insight: 4001 })).toMatchObject({ body: { attr: "resource_type" } });
    expect((await change(brief.id, { title: "Pulse" })).status).toBe(200);
  });

  it("keeps the selection of a change without it, and checks a new one", async () => {
    const { call, change, find } = createCaller();
    const old = await find("Most used features");
    expect((await change(old.id, { title: "Features" })).status).toBe(200);
    const board = await find("Audit trail");
    expect(board).toMatchObject({ resource_type: "dashboard", dashboard_export_insights: [] });
    expect((await change(board.id, { title: "Trail" })).status).toBe(200);
    expect(await change(board.id, { dashboard_export_insights: [] })).toMatchObject({ status: 400 });
    const [insight] = await listTileInsights(call, Number(board["dashboard"]));
    expect((await change(board.id, { dashboard_export_insights: [insight] })).body).toMatchObject({
      dashboard_export_insights: [insight],
    });
  });

  it("refuses every change of a Slack subscription without a workspace, also its deletion", async () => {
    const { change, find } = createCaller();
    const { id } = await find("Release health");
    const refusal = {
      status: 400,
      body: {
        attr: "integration_id",
        detail: "A Slack integration is required for Slack subscriptions.",
      },
    };
    expect(await change(id, { title: "Releases" })).toMatchObject(refusal);
    expect(await change(id, { deleted: true })).toMatchObject(refusal);
    expect((await change(id, { deleted: true, integration_id: SLACK })).status).toBe(200);
  });

  it("refuses a schedule that ends, but not the deletion of one that has ended", async () => {
    const { change, find } = createCaller();
    const { id } = await find("Trial to paid conversion");
    expect(await change(id, { until_date: "2026-11-01T00:00:00Z" })).toMatchObject({
      status: 400,
      body: {
        attr: null,
        detail: "Subscription schedule has reached its end date. Extend until_date or remove count.",
      },
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

  it("sends nothing while paused, or when a resume request skips the delivery", async () => {
    const { change, find, targets } = createCaller();
    const { id } = await find("Pipeline review, after the holidays");
    await change(id, { target_value: "new@x.example" });
    await change(id, { enabled: true, send_test_now: false });
    expect(targets()).toEqual([]);
  });

  it("leaves a delivery date in the past", async () => {
    const paused = (await createCaller().list()).filter(({ enabled }) => enabled === false);
    expect(paused.length).toBeGreaterThan(3);
    const late = paused.filter((row) => row.next_delivery_date !== null);
    expect(late.length).toBeGreaterThan(3);
    expect(late.every((row) => Date.parse(row.next_delivery_date ?? "") < TEST_NOW.getTime())).toBe(true);
  });

  const refused: readonly (readonly [string, string])[] = [
    [
      "Checkout alerts",
      "Cannot re-enable Slack subscription: no integration configured. Reconnect Slack first.",
    ],
    [
      "Error rate for the status page",
      "Cannot re-enable webhook subscription: this delivery channel is not currently supported.",
    ],
    [
      "Spring campaign",
      "Subscription schedule has reached its end date. Extend until_date or remove count before re-enabling.",
    ],
    ["Refund reasons, in words", "Cannot re-enable AI subscription: the original creator is unavailable."],
  ];
  it.each(refused)("does not resume %s", async (title, detail) => {
    const { change, find } = createCaller();
    expect(await change((await find(title)).id, { enabled: true })).toMatchObject({
      status: 400,
      body: { type: "validation_error", attr: "enabled", detail },
    });
  });

  it("resumes a Slack subscription together with a new workspace", async () => {
    const { change, find } = createCaller();
    const { id } = await find("Checkout alerts");
    const { body } = await change(id, { enabled: true, integration_id: SLACK });
    expect(body).toMatchObject({ enabled: true, integration_id: SLACK });
  });
});

describe("deliveries after a save in 2026", () => {
  it.each([
    ["a creation", { ...EMAIL }, 2],
    ["a quiet creation", { ...EMAIL, send_test_now: false }, 0],
    ["the creation of a paused one", { ...EMAIL, enabled: false }, 0],
  ])("%s", async (_name, body, count) => {
    const { create, targets } = createCaller();
    expect((await create(body)).status).toBe(201);
    expect(targets()).toHaveLength(count);
  });

  it.each([
    ["a title", { title: "New" }, 0],
    ["a schedule", { interval: 2 }, 0],
    ["a source", { insight: 4002 }, 2],
    ["a quiet source", { insight: 4002, send_test_now: false }, 0],
    ["a new address", { target_value: "ana@x.example,cy@x.example" }, 1],
    ["a deletion", { deleted: true }, 0],
  ])("a change of %s", async (_name, body, count) => {
    const { create, change, targets } = createCaller();
    const { id } = z.parse(served, (await create({ ...EMAIL, send_test_now: false })).body);
    expect((await change(id, body)).status).toBe(200);
    expect(targets()).toHaveLength(count);
  });
});

describe("the demo of 2026", () => {
  it("has every kind and state", async () => {
    const rows = await createCaller().list();
    const kinds = new Set(rows.map((row) => row.resource_type));
    expect(kinds).toEqual(new Set(["insight", "dashboard", "ai_prompt", "pulse_brief", null]));
    expect(new Set(rows.map((row) => row.target_type))).toEqual(
      new Set(["email", "slack", "webhook", "teams"]),
    );
  });

  it("serves only the host of a Teams webhook, which cannot be sent back", async () => {
    const { change, find, emulator } = createCaller();
    const finance = await find("Finance figures");
    const sales = await find("Sales figures");
    expect([finance.target_value, sales.target_value]).toEqual([
      "harbourline.webhook.office.com",
      "harbourline.webhook.office.com",
    ]);
    expect((await change(finance.id, { title: "Finance" })).status).toBe(200);
    expect(await change(finance.id, { target_value: finance.target_value })).toMatchObject({
      status: 400,
      body: { attr: "target_value" },
    });
    expect(emulator.sentDeliveries).toEqual([]);
  });

  it("names prompts and briefs after their title or text", async () => {
    const rows = await createCaller().list();
    const names = rows
      .filter((row) => row.resource_type === "ai_prompt" || row.resource_type === "pulse_brief")
      .map((row) => row["resource_name"]);
    expect(names).toEqual([
      "Monday briefing for leadership",
      "Which channels brought the most sign-ups this week, compared",
      "Refund reasons, in words",
      "Product pulse",
    ]);
  });
});

describe("integrations", () => {
  it("list the Slack workspaces of a project, and their channels", async () => {
    const { call } = createCaller();
    const { body } = await call("GET", "/environments/1/integrations/");
    expect(body).toMatchObject({
      count: 3,
      results: [
        { id: SLACK, kind: "slack", display_name: "Harbourline" },
        { id: 62, kind: "slack", display_name: "Harbourline Partners" },
        { id: GITHUB, kind: "github" },
      ],
    });
    const channels = await call("GET", `/environments/1/integrations/${SLACK}/channels/`);
    expect(channels.body).toMatchObject({
      channels: expect.arrayContaining([
        expect.objectContaining({ id: "C0HARB6106", name: "reports", is_private: false }),
        expect.objectContaining({ is_private_without_access: true, is_member: false }),
      ]),
      lastRefreshedAt: "2026-11-21T10:00:00Z",
    });
    const one = await call("GET", `/environments/1/integrations/${SLACK}/channels/?channel_id=C0HARB6106`);
    expect(one.body).toEqual({ channels: [expect.objectContaining({ name: "reports" })] });
  });

  it("have channels in Slack only, and are missing in an empty project", async () => {
    const { call } = createCaller();
    expect((await call("GET", `/environments/1/integrations/${GITHUB}/channels/`)).status).toBe(400);
    expect((await call("GET", "/environments/1/integrations/64/channels/")).status).toBe(404);
    expect((await call("GET", "/environments/3/integrations/")).body).toMatchObject({
      count: 0,
      results: [],
    });
  });

  it("need a scope", async () => {
    const { call } = createCaller();
    expect(
      (await call("GET", "/environments/1/integrations/", { key: "phx_demo_write" })).body,
    ).toMatchObject({
      detail: "API key missing required scope 'integration:read'",
    });
    expect((await call("GET", "/environments/1/integrations/", { key: "phx_demo_read" })).status).toBe(200);
  });
});

describe("a plan with a limit", () => {
  const fault = { endpoint: "*", kind: "plan-limit", limit: 60 };

  it("refuses to create and restore a subscription in 2026", async () => {
    const { call, create, change, emulator } = createCaller();
    emulator.faults.set([fault]);
    const refusal = {
      status: 400,
      body: { attr: "subscription", detail: "Your plan is limited to 60 subscriptions." },
    };
    expect(await create(EMAIL)).toMatchObject(refusal);
    const trash = z.parse(page, (await call("GET", `${LIST_PATH}?deleted=true`)).body);
    const id = trash.results[0]?.id ?? 0;
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

import { describe, expect, it } from "vitest";
import type { Profile } from "@/mocks/seed/world";
import { createMockServer, type MockServer } from "../support/mock-server";
import { type Exchange, fillPlaceholders, readExchanges } from "./recorded-exchanges";

/** Date on which the exchanges were recorded, a Saturday. */
const RECORDED = Date.parse("2026-11-21T09:00:00Z");
const MINUTE = 60_000;

/** Nullable fields. Null matches any recorded value, and vice versa. */
const NULLABLE = new Set([
  ..."next previous created_by distinct_id is_email_verified hedgehog_config role_at_organization".split(" "),
  ..."dashboard insight byweekday bysetpos count until_date title next_delivery_date invite_message".split(
    " ",
  ),
  ..."export_context exception is_seen_on_filtered_events name derived_name insight".split(" "),
  ..."resource_name insight_short_id prompt integration_id access_level".split(" "),
]);
/** Fields whose content isn't compared, only their type (object, array, or null). */
const FREE = new Set(
  "hedgehog_config export_context tags timings config dashboard_export_insights resources".split(" "),
);
const WRITE_ONLY = new Set(["invite_message", "user_uuid", "send_test_now"]);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  if (!isRecord(value)) throw new Error(`no object with ${name}: ${JSON.stringify(value)}`);
  return value[name];
}

function createScene(profile: Profile = "contract") {
  let now = RECORDED;
  const mocks = createMockServer({ now: () => new Date(now), profile });
  const wait = (minutes: number) => {
    now += minutes * MINUTE;
  };
  return { mocks, wait };
}

type Scene = ReturnType<typeof createScene>;

async function listRecords(scene: Scene, path: string): Promise<readonly unknown[]> {
  const body: unknown = await scene.mocks.call(path);
  const records = Array.isArray(body) ? body : fieldOf(body, "results");
  if (!Array.isArray(records)) throw new Error(`no list at ${path}`);
  return records;
}

/** The seed's values by profile, which are the same for each exchange. */
const seedValues = new Map<Profile | undefined, Awaited<ReturnType<typeof findValues>>>();

/** Returns the values for the exchange's placeholders. Finds and creates records only through the API. */
async function valuesFor(scene: Scene, exchange: Exchange): Promise<Record<string, unknown>> {
  const { profile } = exchange;
  const found = seedValues.get(profile) ?? (await findValues(scene, profile));
  seedValues.set(profile, found);
  return exchange.given ? { ...found, id: await createRecords(scene, exchange.given, found) } : found;
}

async function findValues(scene: Scene, profile: Profile | undefined) {
  const [insight] = await listRecords(scene, "projects/1/insights/?limit=1");
  const [dashboard] = await listRecords(scene, "projects/1/dashboards/?limit=1");
  const me = fieldOf(await scene.mocks.call("users/@me/"), "uuid");
  const organization = await listRecords(scene, "organizations/@current/members/?limit=500");
  const uuidOf = (member: unknown) => fieldOf(fieldOf(member, "user"), "uuid");
  const ordinary = organization.find((member) => fieldOf(member, "level") === 1 && uuidOf(member) !== me);
  const owners = organization.filter((member) => fieldOf(member, "level") === 15).map(uuidOf);
  const hasMembers = profile !== "newer";
  const members = hasMembers ? await listRecords(scene, "environments/1/explicit_members/") : [];
  const dashboardId = fieldOf(dashboard, "id");
  const detail = await scene.mocks.call(`projects/1/dashboards/${dashboardId}/`);
  const integrations = await listRecords(scene, "projects/1/integrations/");
  const integrationId = (kind: string) => {
    const found = integrations.find((item) => fieldOf(item, "kind") === kind);
    return found && fieldOf(found, "id");
  };
  return {
    insight: fieldOf(insight, "id"),
    dashboard: dashboardId,
    tile: fieldOf(fieldOf(fieldOf(fieldOf(detail, "tiles"), "0"), "insight"), "id"),
    slack: integrationId("slack"),
    github: integrationId("github"),
    me,
    person: uuidOf(ordinary),
    membership: fieldOf(ordinary, "id"),
    owner: members.map(uuidOf).find((uuid) => owners.includes(uuid)),
  };
}

async function createRecords(
  scene: Scene,
  given: NonNullable<Exchange["given"]>,
  values: { readonly insight: unknown; readonly person: unknown },
): Promise<unknown> {
  const { insight, person } = values;
  if (given === "member") {
    await scene.mocks.call("environments/3/explicit_members/", "POST", { level: 1, user_uuid: person });
    return person;
  }
  if (given === "export" || given === "ready export") {
    const body = { insight, export_format: "text/csv" };
    const id = fieldOf(await scene.mocks.call("environments/1/exports/", "POST", body), "id");
    if (given === "ready export") scene.wait(5);
    return id;
  }
  const id = fieldOf(
    await scene.mocks.call("environments/1/subscriptions/", "POST", {
      insight,
      target_type: "email",
      target_value: "ana@northwind.example,board@northwind.example",
      frequency: "daily",
      interval: 1,
      start_date: "2026-11-23T08:00:00Z",
      title: "Weekly active accounts",
      ...(given === "paused subscription" && { enabled: false }),
      ...(given === "Teams subscription" && {
        target_type: "teams",
        target_value: "https://northwind.webhook.office.com/webhookb2/7d1f",
      }),
    }),
    "id",
  );
  if (given === "deleted subscription") {
    await scene.mocks.call(`environments/1/subscriptions/${id}/`, "PATCH", { deleted: true });
  }
  return id;
}

async function send(mocks: MockServer, { request }: Exchange, values: Record<string, unknown>) {
  return mocks.fetch(
    new Request(String(fillPlaceholders(request.url, values)), {
      method: request.method,
      headers: request.headers,
      ...(request.body !== undefined && { body: JSON.stringify(fillPlaceholders(request.body, values)) }),
    }),
  );
}

function valueKind(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/**
 * Returns the differences between a response and the recorded one. With `more`, the response may
 * have additional fields. `name` is the compared field.
 */
function listDifferences(actual: unknown, recorded: unknown, more: boolean, path = "", name = ""): string[] {
  if (NULLABLE.has(name) && (actual === null || recorded === null)) return [];
  if (valueKind(actual) !== valueKind(recorded)) {
    return [`${path || "body"} is ${valueKind(actual)}, recorded ${valueKind(recorded)}`];
  }
  if (FREE.has(name)) return [];
  if (Array.isArray(actual) && Array.isArray(recorded)) {
    if (recorded.length === 0) return actual.length === 0 ? [] : [`${path} has items, recorded none`];
    if (actual.length === 0) return [`${path || "body"} is an empty list`];
    return actual.flatMap((item, index) => listDifferences(item, recorded[0], more, `${path}.${index}`));
  }
  if (!isRecord(actual) || !isRecord(recorded)) return [];
  const missing = Object.keys(recorded).filter((key) => !Object.hasOwn(actual, key));
  const extra = more ? [] : Object.keys(actual).filter((key) => !Object.hasOwn(recorded, key));
  const inside = Object.keys(recorded).filter((key) => Object.hasOwn(actual, key));
  return [
    ...missing.map((key) => `${path}.${key} is missing`),
    ...extra.map((key) => `${path}.${key} is not recorded`),
    ...inside.flatMap((key) => listDifferences(actual[key], recorded[key], more, `${path}.${key}`, key)),
  ];
}

/** Normalizes dates, so that equal instants match in any notation. */
function normalizeValue(value: unknown): unknown {
  const isDate = typeof value === "string" && /^\d{4}-\d{2}-\d{2}T/.test(value);
  return isDate ? new Date(value).toISOString() : value;
}

function checkValues(exchange: Exchange, actual: unknown, recorded: unknown, sent: unknown): void {
  const names = new Set(exchange.exact);
  if (isRecord(sent)) for (const name of Object.keys(sent)) if (!WRITE_ONLY.has(name)) names.add(name);
  for (const name of names) {
    expect([name, normalizeValue(fieldOf(actual, name))]).toEqual([
      name,
      normalizeValue(fieldOf(recorded, name)),
    ]);
  }
}

describe("the mocks returns the recorded response", () => {
  it.each(readExchanges().filter(({ variant }) => !variant))("$file: $name", async (exchange) => {
    const scene = createScene(exchange.profile);
    const values = await valuesFor(scene, exchange);
    const response = await send(scene.mocks, exchange, values);
    const { status, headers = {}, body, text: file } = exchange.response;
    const text = await response.text();
    expect([response.status, status >= 400 || response.ok ? "" : text]).toEqual([status, ""]);

    const type = headers["Content-Type"];
    if (type !== undefined) expect(response.headers.get("Content-Type")).toContain(type);
    const disposition = response.headers.get("Content-Disposition");
    if (headers["Content-Disposition"] === undefined) expect(disposition).toBeNull();
    else expect(disposition).toMatch(/^attachment; filename="[^"]+\.csv"/);

    if (file !== undefined) return expect(text.length).toBeGreaterThan(0);
    if (body === undefined) return expect(text).toBe("");
    const actual: unknown = JSON.parse(text);
    const recorded = fillPlaceholders(body, values);
    // Errors must match exactly. Success responses must match in structure.
    if (status >= 400) return expect(actual).toEqual(recorded);
    expect(listDifferences(actual, recorded, exchange.more ?? false)).toEqual([]);
    checkValues(exchange, actual, recorded, fillPlaceholders(exchange.request.body, values));
  });
});

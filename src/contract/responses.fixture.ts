import fc from "fast-check";
import { WEEKDAYS } from "@/lib/time/weekdays";
import { EXPORT_FORMATS } from "./exports";
import { MEMBER_LEVELS } from "./members";
import { SESSION_PROPERTY_TYPES } from "./sessions";
import { FREQUENCIES, TARGET_TYPES } from "./subscriptions";
import { VITAL_METRICS } from "./web-vitals";

// Generates valid responses as JSON values. Some contain values or keys that the app doesn't know.

const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const instant = fc
  .date({ min: new Date("2000-01-01Z"), max: new Date("2100-01-01Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const oneOf = (...values: readonly string[]) => fc.constantFrom(...values);
/** Unknown keys, which newer servers may send. */
const extras = fc.dictionary(
  fc.string({ minLength: 1 }).map((name) => `x_${name}`),
  fc.jsonValue(),
  { maxKeys: 2 },
);

function withExtras(record: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(record, extras).map(([known, more]) => ({ ...more, ...known }));
}

const user = withExtras(
  fc.record({
    id,
    uuid: fc.uuid(),
    distinct_id: orNull(fc.string()),
    first_name: fc.string(),
    last_name: fc.string(),
    email: fc.emailAddress(),
    is_email_verified: orNull(fc.boolean()),
    hedgehog_config: orNull(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 })),
    role_at_organization: orNull(oneOf("engineering", "data", "")),
  }),
);

const subscription = withExtras(
  fc.record(
    {
      id,
      dashboard: orNull(id),
      insight: orNull(id),
      target_type: oneOf(...TARGET_TYPES, "carrier pigeon"),
      target_value: fc.string(),
      frequency: oneOf(...FREQUENCIES, "hourly"),
      interval: id,
      byweekday: orNull(fc.array(oneOf(...WEEKDAYS, "someday"))),
      bysetpos: orNull(fc.constantFrom(1, -1, 0)),
      count: orNull(id),
      start_date: instant,
      until_date: orNull(instant),
      created_at: instant,
      created_by: orNull(user),
      deleted: fc.boolean(),
      title: orNull(fc.string()),
      summary: fc.string(),
      next_delivery_date: orNull(instant),
      invite_message: orNull(fc.string()),
    },
    { requiredKeys: ["id", "target_type", "target_value", "frequency", "start_date", "insight"] },
  ),
);

const exportedAsset = withExtras(
  fc.record(
    {
      id,
      dashboard: orNull(id),
      insight: orNull(id),
      export_format: oneOf(...EXPORT_FORMATS, "text/new"),
      created_at: instant,
      has_content: fc.constantFrom(true, false, "true", "false", "True", ""),
      export_context: fc.jsonValue(),
      filename: orNull(fc.string()),
      expires_after: orNull(instant),
      exception: orNull(fc.string()),
    },
    { requiredKeys: ["id", "export_format"] },
  ),
);

const level = fc.constantFrom(...Object.values(MEMBER_LEVELS), 3);
const member = withExtras(
  fc.record({
    id: fc.uuid(),
    level,
    parent_level: level,
    parent_membership_id: fc.uuid(),
    joined_at: instant,
    updated_at: instant,
    user,
    effective_level: level,
  }),
);

const accessLevel = oneOf("none", "member", "admin");
const memberAccess = withExtras(
  fc.record({
    organization_membership_id: fc.uuid(),
    user,
    organization_level: level,
    project: withExtras(
      fc.record({
        access_level: orNull(accessLevel),
        effective_access_level: accessLevel,
        inherited_access_level: accessLevel,
        inherited_access_level_reason: orNull(oneOf("project_default", "role_override", "new")),
        minimum: accessLevel,
        maximum: orNull(accessLevel),
      }),
    ),
  }),
);

const dashboardEntry = withExtras(fc.record({ id, name: orNull(fc.string()) }));
const insightEntry = withExtras(
  fc.record({
    id,
    short_id: orNull(fc.string()),
    name: orNull(fc.string()),
    derived_name: orNull(fc.string()),
  }),
);
const dashboardWithTiles = withExtras(
  fc.record({
    id,
    name: orNull(fc.string()),
    tiles: orNull(fc.array(withExtras(fc.record({ insight: orNull(insightEntry) })), { maxLength: 4 })),
  }),
);
const pastDelivery = withExtras(
  fc.record(
    {
      id: fc.uuid(),
      trigger_type: oneOf("scheduled", "manual", "target_change", "new"),
      status: oneOf("starting", "completed", "failed", "skipped", "new"),
      scheduled_at: orNull(instant),
      created_at: instant,
      target_type: oneOf("email", "slack", "teams"),
      exported_asset_ids: orNull(fc.array(id, { maxLength: 3 })),
      recipient_results: orNull(
        fc.array(
          withExtras(
            fc.record({
              recipient: fc.string(),
              status: oneOf("success", "failed", "partial"),
              error: orNull(fc.record({ message: fc.string(), type: fc.string() })),
            }),
          ),
          { maxLength: 3 },
        ),
      ),
      error: fc.oneof(fc.constant(null), fc.string(), fc.record({ message: fc.string() })),
    },
    { requiredKeys: ["id"] },
  ),
);
const sessionProperty = withExtras(
  fc.record({
    name: fc.string(),
    is_numerical: fc.boolean(),
    property_type: oneOf(...SESSION_PROPERTY_TYPES, "New"),
  }),
);
const sessionValue = fc.record({ name: orNull(fc.oneof(fc.string(), fc.integer(), fc.boolean())) });
const series = withExtras(
  fc.record({
    data: fc.array(orNull(fc.double({ noNaN: true, noDefaultInfinity: true }))),
    labels: fc.array(fc.string()),
    days: fc.array(fc.string()),
    action: withExtras(
      fc.record({ custom_name: oneOf(...VITAL_METRICS, "TTFB"), math: oneOf("p75", "p90") }),
    ),
  }),
);

function envelope(item: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  const results = fc.array(item, { maxLength: 4 });
  const link = orNull(fc.webUrl());
  return fc.tuple(results, link, link).map(([items, next, previous]) => ({
    count: items.length,
    next,
    previous,
    results: items,
  }));
}

export const listResponses: Readonly<Record<string, fc.Arbitrary<object>>> = {
  "subscriptions.list": envelope(subscription),
  "exports.list": envelope(exportedAsset),
  "projects.list": envelope(withExtras(fc.record({ id, name: fc.string(), timezone: orNull(fc.string()) }))),
  "organizations.members": envelope(member),
  "insights.list": envelope(insightEntry),
  "dashboards.list": envelope(dashboardEntry),
  "integrations.list": envelope(
    withExtras(fc.record({ id, kind: oneOf("slack", "github"), display_name: orNull(fc.string()) })),
  ),
  "subscriptions.deliveries": envelope(pastDelivery),
  "accessControls.members": fc
    .array(memberAccess, { maxLength: 4 })
    .map((results) => ({ available_project_levels: ["none", "member", "admin"], can_edit: true, results })),
  "members.list": fc.oneof(fc.array(member, { maxLength: 4 }), envelope(member)),
  "sessions.properties": fc.oneof(envelope(sessionProperty), fc.array(sessionProperty)),
  "sessions.values": fc.oneof(
    fc.array(sessionValue),
    fc.array(sessionValue).map((results) => ({ results })),
  ),
  "webVitals.get": fc
    .array(series, { maxLength: 4 })
    .map((results) => ({ results, error: "", timezone: "UTC" })),
};

export const recordResponses: Readonly<Record<string, fc.Arbitrary<object>>> = {
  "subscriptions.create": subscription,
  "subscriptions.get": subscription,
  "subscriptions.update": subscription,
  "exports.create": exportedAsset,
  "exports.get": exportedAsset,
  "members.create": member,
  "members.get": member,
  "members.update": member,
  "accessControls.update": withExtras(fc.record({ access_level: orNull(accessLevel) })),
  "projects.get": withExtras(fc.record({ id })),
  "users.me": user,
  "keys.current": withExtras(fc.record({ scopes: fc.array(fc.string()) })),
  "insights.get": insightEntry,
  "dashboards.get": dashboardWithTiles,
  "integrations.channels": fc.record({
    channels: fc.array(
      withExtras(
        fc.record({ id: fc.string(), name: fc.string(), is_private_without_access: orNull(fc.boolean()) }),
      ),
      { maxLength: 4 },
    ),
  }),
  "sessionRecordings.regex": fc.record({
    result: oneOf("success", "error"),
    data: fc.record({ output: fc.string() }),
  }),
};

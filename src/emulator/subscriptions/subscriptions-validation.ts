import type { EmulatedProject } from "@/emulator/backend/backend";
import { hasDashboard, hasInsight } from "@/emulator/backend/dashboard-catalog";
import { refuse } from "@/emulator/request/errors";
import { type RequestFields, requestFields } from "@/emulator/request/request-fields";
import type { SubscriptionFields } from "./subscriptions-row";

// The lists stand here once more on purpose: the emulator must not follow a mistake of the client.
const TARGET_TYPES = ["email", "slack", "webhook"];
const FREQUENCIES = ["daily", "weekly", "monthly", "yearly"];
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const TITLE_LENGTH = 100;

/** Request fields of a subscription in the order of the contract; the first wrong one is reported. */
const FIELDS = [
  "dashboard",
  "insight",
  "target_type",
  "target_value",
  "frequency",
  "interval",
  "byweekday",
  "bysetpos",
  "count",
  "start_date",
  "until_date",
  "deleted",
  "title",
  "invite_message",
] as const;

const DEFAULTS = {
  dashboard: null,
  insight: null,
  interval: 1,
  byweekday: null,
  bysetpos: null,
  count: null,
  until_date: null,
  deleted: false,
  title: null,
};

/** A field that is not null: null was refused before. */
function kept<Type>(value: Type | null | undefined, before: Type | undefined, name: string): Type {
  return value ?? before ?? refuse.required(name);
}

/** A field that may be null: only a missing one leaves it as it was. */
function orBefore<Type>(value: Type | undefined, before: Type): Type {
  return value === undefined ? before : value;
}

function readSetPosition(fields: RequestFields): number | null | undefined {
  const position = fields.integer("bysetpos", { nullable: true });
  // Real servers fall over here (upstream-facts, Subscriptions).
  return position === 0 ? refuse.serverError() : position;
}

/**
 * Reads the body of a creation, or of a change of `before`: what is not supplied stays.
 * @throws Refusal for the first field that is wrong.
 */
export function readSubscription(
  body: Readonly<Record<string, unknown>>,
  project: EmulatedProject,
  before?: SubscriptionFields,
): SubscriptionFields {
  const fields = requestFields(body, FIELDS);
  const required = { required: before === undefined };
  const nullable = { nullable: true };
  const from = before ?? DEFAULTS;
  const read: SubscriptionFields = {
    dashboard: orBefore(
      fields.pk("dashboard", (id) => hasDashboard(project, id), nullable),
      from.dashboard,
    ),
    insight: orBefore(
      fields.pk("insight", (id) => hasInsight(project, id), nullable),
      from.insight,
    ),
    target_type: kept(
      fields.choice("target_type", TARGET_TYPES, required),
      before?.target_type,
      "target_type",
    ),
    target_value: kept(fields.text("target_value", required), before?.target_value, "target_value"),
    frequency: kept(fields.choice("frequency", FREQUENCIES, required), before?.frequency, "frequency"),
    interval: fields.integer("interval", { min: 1 }) ?? from.interval,
    byweekday: orBefore(fields.choices("byweekday", WEEKDAYS, nullable), from.byweekday),
    bysetpos: orBefore(readSetPosition(fields), from.bysetpos),
    count: orBefore(fields.integer("count", nullable), from.count),
    start_date: kept(fields.date("start_date", required), before?.start_date, "start_date"),
    until_date: orBefore(fields.date("until_date", nullable), from.until_date),
    deleted: fields.boolean("deleted") ?? from.deleted,
    title: orBefore(
      fields.text("title", { nullable: true, blank: true, maxLength: TITLE_LENGTH }),
      from.title,
    ),
  };
  // Checked like every field, but never stored.
  fields.text("invite_message", { nullable: true, blank: true });
  return read;
}

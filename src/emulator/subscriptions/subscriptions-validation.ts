import type { ProjectContext } from "@/emulator/backend/backend";
import { hasDashboard, hasInsight } from "@/emulator/backend/dashboard-catalog";
import type { Generation } from "@/emulator/backend/generation";
import { fail } from "@/emulator/request/errors";
import { createRequestFields, type RequestFields } from "@/emulator/request/request-fields";
import { checkNewerRules, NEWER_FIELD_NAMES, parseNewerFields } from "./newer-validation";
import type { SubscriptionFields, SubscriptionRow } from "./subscriptions-row";

// Intentionally not shared with the client, because the emulator must not repeat the client's bugs.
const TARGET_TYPES: Readonly<Record<Generation, readonly string[]>> = {
  "2024": ["email", "slack", "webhook"],
  "2025": ["email", "slack", "webhook"],
  "2026": ["email", "slack", "teams"],
};
const FREQUENCIES = ["daily", "weekly", "monthly", "yearly"];
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MAX_TITLE_LENGTH = 100;

/** Accepted request fields of a subscription, in the contract's order. */
const FIELD_NAMES = [
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

/**
 * Returns the requested value, or else the record's value. Throws if both are missing. Callers must
 * reject null first.
 */
function requireValue<Type>(value: Type | null | undefined, previous: Type | undefined, name: string): Type {
  return value ?? previous ?? fail.required(name);
}

/** Resolves a nullable field. Falls back to the previous value only if the value is missing. */
function orPrevious<Type>(value: Type | undefined, previous: Type): Type {
  return value === undefined ? previous : value;
}

function readSetPosition(fields: RequestFields): number | null | undefined {
  const position = fields.integer("bysetpos", { nullable: true });
  // Real servers fail on position 0 (upstream-facts, Subscriptions).
  return position === 0 ? fail.serverError() : position;
}

/**
 * Validates the request body of a creation or a change. For a change, missing fields keep the
 * values of `previous`.
 * @throws ApiError for the first invalid field
 */
export function parseSubscription(
  body: Readonly<Record<string, unknown>>,
  context: ProjectContext,
  previous?: SubscriptionRow,
): SubscriptionFields {
  const { project, generation } = context;
  const isNewer = generation === "2026";
  const fields = createRequestFields(body, isNewer ? [...FIELD_NAMES, ...NEWER_FIELD_NAMES] : FIELD_NAMES);
  const required = { required: previous === undefined };
  const nullable = { nullable: true };
  const defaults = previous ?? DEFAULTS;
  const parsed: SubscriptionFields = {
    dashboard: orPrevious(
      fields.pk("dashboard", (id) => hasDashboard(project, id), nullable),
      defaults.dashboard,
    ),
    insight: orPrevious(
      fields.pk("insight", (id) => hasInsight(project, id), nullable),
      defaults.insight,
    ),
    target_type: requireValue(
      fields.choice("target_type", TARGET_TYPES[generation], required),
      previous?.target_type,
      "target_type",
    ),
    // Trimmed at both ends, but not around the commas between recipients.
    target_value: requireValue(
      fields.text("target_value", required)?.trim(),
      previous?.target_value,
      "target_value",
    ),
    frequency: requireValue(
      fields.choice("frequency", FREQUENCIES, required),
      previous?.frequency,
      "frequency",
    ),
    interval: fields.integer("interval", { min: 1, ...(isNewer && required) }) ?? defaults.interval,
    byweekday: orPrevious(fields.choices("byweekday", WEEKDAYS, nullable), defaults.byweekday),
    bysetpos: orPrevious(readSetPosition(fields), defaults.bysetpos),
    count: orPrevious(fields.integer("count", nullable), defaults.count),
    start_date: requireValue(fields.date("start_date", required), previous?.start_date, "start_date"),
    until_date: orPrevious(fields.date("until_date", nullable), defaults.until_date),
    deleted: fields.boolean("deleted") ?? defaults.deleted,
    title: orPrevious(
      fields.text("title", { nullable: true, blank: true, maxLength: MAX_TITLE_LENGTH }),
      defaults.title,
    ),
  };
  // Validated like every field, but not stored.
  fields.text("invite_message", { nullable: true, blank: true });
  if (!isNewer) return parsed;
  const complete = {
    ...parsed,
    // The position applies only to monthly schedules and is dropped from others.
    bysetpos: parsed.frequency === "monthly" ? parsed.bysetpos : null,
    ...parseNewerFields(fields, previous),
  };
  checkNewerRules(context, complete, fields, previous);
  return complete;
}

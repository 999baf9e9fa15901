import * as z from "zod/mini";
import type { ProjectContext } from "@/emulator/backend/backend";
import { createSourceFields, requireOwnSource } from "@/emulator/backend/source-fields";
import { fail } from "@/emulator/request/errors";
import { field, parseBody } from "@/emulator/request/request-fields";
import { checkNewerRules, NEWER_DEFAULTS, NEWER_FIELDS } from "./newer-validation";
import type { SubscriptionFields, SubscriptionRow } from "./subscriptions-row";

// Intentionally not shared with the client, because the emulator must not repeat the client's bugs.
const TARGET_TYPES = ["email", "slack", "webhook"] as const;
const NEWER_TARGET_TYPES = ["email", "slack", "teams"] as const;
const FREQUENCIES = ["daily", "weekly", "monthly", "yearly"] as const;
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const MAX_TITLE_LENGTH = 100;
/** Servers fail on positions beyond a year's days, and on 0. */
const MAX_POSITION = 366;

type RequestBody = Readonly<Record<string, unknown>>;

/** Values of fields that a creation omits. The schema requires those that are empty here. */
const DEFAULTS: SubscriptionFields = {
  target_type: "",
  target_value: "",
  frequency: "",
  start_date: "",
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

/** Creates the schema of a complete body. Its order is the servers' order of errors. */
function createSchema(context: ProjectContext) {
  const isNewer = context.generation === "2026";
  return z.object({
    ...createSourceFields(context),
    target_type: field.choice(isNewer ? NEWER_TARGET_TYPES : TARGET_TYPES),
    target_value: field.text(),
    frequency: field.choice(FREQUENCIES),
    interval: isNewer ? field.integer(1) : z.optional(field.integer()),
    byweekday: z.optional(z.nullable(z.array(field.choice(WEEKDAYS)))),
    bysetpos: z.optional(z.nullable(field.integer())),
    count: z.optional(z.nullable(field.integer())),
    start_date: field.date(),
    until_date: z.optional(z.nullable(field.date())),
    deleted: z.optional(field.boolean()),
    title: z.optional(z.nullable(field.text({ isBlankAllowed: true, maxLength: MAX_TITLE_LENGTH }))),
    invite_message: z.optional(z.nullable(field.text({ isBlankAllowed: true }))),
    ...NEWER_FIELDS,
  });
}

/** Replaces fields of a record with the sent ones. */
function merge<Type extends object>(
  record: Type,
  sent: { readonly [Name in keyof Type]?: Type[Name] | undefined },
): Type {
  return { ...record, ...sent };
}

/** Returns the fields that a server knows. Others are ignored. */
function selectFields(body: RequestBody, { generation }: ProjectContext): RequestBody {
  if (generation === "2026") return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(NEWER_FIELDS, name)));
}

/**
 * Validates the request body of a creation or a change. A PATCH may omit every field, and omitted fields keep the values
 * of `previous`.
 * @throws ApiError for the first invalid field
 */
export function parseSubscription(
  body: RequestBody,
  context: ProjectContext,
  previous?: SubscriptionRow,
): SubscriptionFields {
  const schema = createSchema(context);
  const known = selectFields(body, context);
  const isPartial = context.request.method === "PATCH";
  const { invite_message, content_type, send_test_now, ...sent } = parseBody(
    isPartial ? z.partial(schema) : schema,
    known,
  );
  // The servers' check for a source refuses every empty body, and nothing else.
  if (Object.keys(body).length === 0)
    fail.invalidInput("Either dashboard or insight is required for an export.");
  requireOwnSource(context, sent);
  const fields = merge<SubscriptionFields>(previous ?? DEFAULTS, sent);
  if (context.generation !== "2026") {
    // With these values, servers fail when they calculate the next date.
    const position = Math.abs(fields.bysetpos ?? 1);
    if (fields.interval < 1 || position === 0 || position > MAX_POSITION) fail.serverError();
    return fields;
  }
  const complete = {
    ...NEWER_DEFAULTS,
    ...fields,
    // The position applies only to monthly schedules and is dropped from others.
    bysetpos: fields.frequency === "monthly" ? fields.bysetpos : null,
  };
  checkNewerRules(context, complete, body, previous);
  return complete;
}

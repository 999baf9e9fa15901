import * as z from "zod/mini";
import { WEEKDAYS } from "@/lib/time/calendar-days";
import { type ProjectContext, requireScope } from "./context";
import { fail } from "./errors";
import { createSourceFields, field, parseBody, requireOwnSource } from "./fields";
import type { NewerFields, SubscriptionFields, SubscriptionRow } from "./subscription-row";
import { computeNextDeliveryDate, NEWER_DEFAULTS, pickSchedule } from "./subscription-row";

type Fields = SubscriptionFields & NewerFields;
type RequestBody = Readonly<Record<string, unknown>>;

/** Channels of newer servers. Existing webhook rows stay, but can't be resumed. */
const NEWER_CHANNELS = ["email", "slack", "teams"] as const;
const CONTENT_TYPES = ["insight", "dashboard", "ai_prompt"] as const;
/** Servers fail on positions beyond a year's days, and on 0. */
const MAX_POSITION = 366;
const SCHEDULE_ENDED = "Subscription schedule has reached its end date. Extend until_date or remove count";

/** Derives the kind of content from the first field that isn't empty, in the order of real servers. */
export function getResourceType({ insight, dashboard, prompt, brief }: Partial<SubscriptionRow>) {
  if (insight) return "insight";
  if (dashboard) return "dashboard";
  if (prompt) return "ai_prompt";
  return brief ? "pulse_brief" : null;
}

const CONTENT_FIELDS = ["insight", "dashboard", "prompt"] as const;
/** The field of each kind of content, and the server's words for both. */
const CONTENTS = {
  insight: ["insight", "Insight", "Insight is required for insight subscriptions."],
  dashboard: ["dashboard", "Dashboard", "Dashboard is required for dashboard subscriptions."],
  ai_prompt: ["prompt", "AI", "Prompt is required for AI subscriptions."],
} as const;

/** A creation or change on a newer server. */
interface Write {
  readonly context: ProjectContext;
  readonly body: RequestBody;
  readonly values: Fields;
  readonly previous: SubscriptionRow | undefined;
}

/** Checks the kind of content, which can't change after creation. Servers of spring 2026 accept `content_type`. */
function checkContent({ values, body, previous }: Write): void {
  const requested = CONTENT_TYPES.find((name) => name === body["content_type"]);
  const kind = previous ? getResourceType(previous) : (requested ?? getResourceType(values));
  if (previous && requested && requested !== kind)
    fail.invalidInput("content_type cannot be changed after the subscription is created.", "content_type");
  if (!previous && !kind) fail.invalidInput("A subscription must have an insight, a dashboard, or a prompt.");
  if (kind === null || kind === "pulse_brief") return;
  const [own, name, missing] = CONTENTS[kind];
  const others = CONTENT_FIELDS.filter((other) => other !== own);
  if (others.some((other) => Object.hasOwn(body, other) && values[other]))
    fail.invalidInput(`${name} subscriptions cannot also set ${others.join(" or ")}.`, own);
  if (!values[own]) fail.invalidInput(missing, own);
  if (kind !== "ai_prompt") return;
  if ([...(values.prompt ?? "")].length > 4_000)
    fail.invalidInput("Prompt cannot exceed 4000 characters.", "prompt");
  if (!["email", "slack"].includes(values.target_type))
    fail.invalidInput("AI subscriptions only support email or slack delivery.", "target_type");
}

/** Checks the selected insights. A change without a selection keeps the previous one, which may be empty. */
function checkSelection({ context: { project }, values, body, previous }: Write): void {
  const refuse = (detail: string) => fail.invalidInput(detail, "dashboard_export_insights");
  const isSent = Object.hasOwn(body, "dashboard_export_insights");
  const selected = [...new Set(values.dashboard_export_insights)];
  if (values.dashboard === null) {
    if (isSent && selected.length > 0) refuse("Cannot set insights selection without a dashboard.");
    return;
  }
  if ((isSent || !previous) && selected.length === 0)
    refuse("Select at least one insight for this subscription.");
  if (!isSent) return;
  if (selected.length > 6) refuse("Cannot select more than 6 insights.");
  if (!selected.every((id) => project.insights.has(id)))
    refuse("Some insights do not belong to your team or do no longer exist.");
  const tiles = project.dashboards.get(values.dashboard)?.insights ?? [];
  const others = selected.filter((id) => !tiles.includes(id));
  if (others.length > 0) refuse(`${others.length} invalid insight(s) selected.`);
}

function checkResume({ target_type, integration_id, prompt }: Fields, { created_by }: SubscriptionRow): void {
  const refuse = (detail: string) => fail.invalidInput(`Cannot re-enable ${detail}`, "enabled");
  if (!NEWER_CHANNELS.some((channel) => channel === target_type))
    refuse(`${target_type} subscription: this delivery channel is not currently supported.`);
  if (target_type === "slack" && integration_id === null)
    refuse("Slack subscription: no integration configured. Reconnect Slack first.");
  if (prompt && created_by === null) refuse("AI subscription: the original creator is unavailable.");
}

/** Rejects a schedule without future deliveries on creation, on resume, and on changes to the schedule. */
function checkSchedule({ context: { now, db }, values, body, previous }: Write): void {
  const isResumed = previous?.enabled === false && values.enabled;
  const isChanged = Object.keys(pickSchedule(values)).some((name) => Object.hasOwn(body, name));
  const isPlanned = previous === undefined || isResumed || (previous.enabled !== false && isChanged);
  if (!isPlanned || computeNextDeliveryDate(values, now, db.profile) !== null) return;
  if (isResumed) fail.invalidInput(`${SCHEDULE_ENDED} before re-enabling.`, "enabled");
  fail.invalidInput(`${SCHEDULE_ENDED}.`, previous ? null : "start_date");
}

/** Checks Slack's integration on every write, as real servers do. Without one, even a deletion fails. */
function checkIntegration({ context: { project }, values }: Write): void {
  if (values.target_type !== "slack") return;
  const refuse = (detail: string) => fail.invalidInput(detail, "integration_id");
  if (values.integration_id === null) refuse("A Slack integration is required for Slack subscriptions.");
  const integration = project.integrations.find(({ id }) => id === values.integration_id);
  if (!integration) return refuse("This integration does not exist or does not belong to your team.");
  if (integration.kind !== "slack") refuse("Slack subscriptions require a Slack integration.");
}

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));
const anyText = (maxLength?: number) => field.text({ minLength: 0, ...(maxLength && { maxLength }) });

/** Creates the schema of a complete body. Its order is the servers' order of errors. */
function createSchema(context: ProjectContext) {
  const { isNewer } = context;
  return z.object({
    ...createSourceFields(context),
    target_type: field.choice(isNewer ? NEWER_CHANNELS : ["email", "slack", "webhook"]),
    target_value: field.text(),
    frequency: field.choice(["daily", "weekly", "monthly", "yearly"]),
    interval: isNewer ? field.integer(1) : z.optional(field.integer()),
    byweekday: optional(z.array(field.choice(WEEKDAYS))),
    bysetpos: optional(field.integer()),
    count: optional(field.integer()),
    start_date: field.date(),
    until_date: optional(field.date()),
    deleted: z.optional(field.boolean()),
    title: optional(anyText(100)),
    invite_message: optional(anyText()),
    ...(isNewer && {
      enabled: z.optional(field.boolean()),
      dashboard_export_insights: z.optional(z.array(field.integer())),
      prompt: optional(anyText()),
      content_type: z.optional(field.choice(CONTENT_TYPES)),
      integration_id: optional(field.integer()),
      summary_enabled: z.optional(field.boolean()),
      summary_prompt_guide: z.optional(anyText()),
      send_test_now: z.optional(field.boolean()),
    }),
  });
}

/** Values of fields that a creation omits. */
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
 * Validates the request body of a creation or a change. A PATCH may omit every field, and omitted fields keep the values
 * of `previous`.
 * @throws Response 400 for the first invalid field, or 403 for a prompt without `query:read`
 */
export function parseSubscription(
  body: RequestBody,
  context: ProjectContext,
  previous?: SubscriptionRow,
): SubscriptionFields {
  const schema = createSchema(context);
  const isPartial = context.request.method === "PATCH";
  const parsed = parseBody(isPartial ? z.partial(schema) : schema, body);
  const { invite_message, content_type, send_test_now, ...sent } = parsed;
  // The servers' check for a source refuses every empty body, and nothing else.
  if (Object.keys(body).length === 0)
    fail.invalidInput("Either dashboard or insight is required for an export.");
  requireOwnSource(context, sent);
  // A PATCH has the other fields of the previous record, and other writes have all that are required.
  const fields = { ...DEFAULTS, ...previous, ...sent } as SubscriptionFields;
  if (!context.isNewer) {
    // With these values, servers fail when they calculate the next date.
    const position = Math.abs(fields.bysetpos ?? 1);
    if (fields.interval < 1 || position === 0 || position > MAX_POSITION) fail.serverError();
    return fields;
  }
  // The position applies only to monthly schedules and is dropped from others.
  const bysetpos = fields.frequency === "monthly" ? fields.bysetpos : null;
  const values = { ...NEWER_DEFAULTS, ...fields, bysetpos };
  // The rules are in the servers' order (server-generations, 2026 fields). A prompt runs queries.
  if (values.prompt) requireScope(context.key, "query:read");
  // Servers return only the host of a Teams webhook. A host isn't a URL, so clients can't send it back.
  if (values.target_type === "teams" && !/^https:\/\/[^/\s]+\/./.test(values.target_value))
    fail.invalidInput("Enter a valid URL.", "target_value");
  const write = { context, body, values, previous };
  checkContent(write);
  checkSelection(write);
  if (previous?.enabled === false && values.enabled) checkResume(values, previous);
  checkSchedule(write);
  checkIntegration(write);
  if ([...values.summary_prompt_guide].length > 500)
    fail.invalidInput("AI summary context must be 500 characters or fewer.", "summary_prompt_guide");
  return values;
}

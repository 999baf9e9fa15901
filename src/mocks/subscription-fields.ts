import * as z from "zod/mini";
import { type ProjectContext, requireScope } from "./context";
import { fail, refuseIf } from "./errors";
import { createSourceFields, field, parseBody, requireOwnSource } from "./fields";
import {
  computeNextDeliveryDate,
  NEWER_DEFAULTS,
  type NewerFields,
  SCHEDULE_FIELDS,
  type SubscriptionFields,
  type SubscriptionRow,
} from "./subscription-row";

type Fields = SubscriptionFields & NewerFields;
type RequestBody = Readonly<Record<string, unknown>>;

/** Channels of newer servers. Existing webhook rows stay, but can't be resumed. */
const NEWER_CHANNELS = ["email", "slack", "teams"] as const;
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const CONTENT_TYPES = ["insight", "dashboard", "ai_prompt"] as const;
const MAX_SELECTED_INSIGHTS = 6;
const MAX_PROMPT_LENGTH = 4_000;
const MAX_GUIDE_LENGTH = 500;
const MAX_TITLE_LENGTH = 100;
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

/** The field of each kind of content, and how messages call it. */
const CONTENTS = {
  insight: ["insight", "Insight", "insight"],
  dashboard: ["dashboard", "Dashboard", "dashboard"],
  ai_prompt: ["prompt", "Prompt", "AI"],
} as const;

/** Checks the kind of content, which can't change after creation. Servers of spring 2026 accept `content_type`. */
function checkContent(values: Fields, body: RequestBody, previous?: SubscriptionRow): void {
  const requested = CONTENT_TYPES.find((name) => name === body["content_type"]);
  const kind = previous ? getResourceType(previous) : (requested ?? getResourceType(values));
  refuseIf(
    previous && requested && requested !== kind,
    "content_type cannot be changed after the subscription is created.",
    "content_type",
  );
  refuseIf(!previous && !kind, "A subscription must have an insight, a dashboard, or a prompt.", null);
  if (kind === null || kind === "pulse_brief") return;
  const [own, name, adjective] = CONTENTS[kind];
  const others = (["insight", "dashboard", "prompt"] as const).filter((each) => each !== own);
  refuseIf(
    others.some((other) => Object.hasOwn(body, other) && values[other]),
    `${adjective === "AI" ? "AI" : name} subscriptions cannot also set ${others.join(" or ")}.`,
    own,
  );
  refuseIf(!values[own], `${name} is required for ${adjective} subscriptions.`, own);
  if (kind !== "ai_prompt") return;
  const { length } = [...(values.prompt ?? "")];
  refuseIf(length > MAX_PROMPT_LENGTH, `Prompt cannot exceed ${MAX_PROMPT_LENGTH} characters.`, "prompt");
  refuseIf(
    !["email", "slack"].includes(values.target_type),
    "AI subscriptions only support email or slack delivery.",
    "target_type",
  );
}

/** Checks the selected insights. A change without a selection keeps the previous one, which may be empty. */
function checkSelection({ project }: ProjectContext, values: Fields, isSent: boolean, isNew: boolean): void {
  const { dashboard, dashboard_export_insights } = values;
  const selected = new Set(dashboard_export_insights);
  const tiles = project.dashboards.get(dashboard ?? 0)?.insights ?? [];
  const others = [...selected].filter((id) => !tiles.includes(id));
  const refuse = (isInvalid: boolean, detail: string) =>
    refuseIf(isInvalid, detail, "dashboard_export_insights");
  if (dashboard === null)
    return refuse(isSent && selected.size > 0, "Cannot set insights selection without a dashboard.");
  refuse((isNew || isSent) && selected.size === 0, "Select at least one insight for this subscription.");
  if (!isSent) return;
  refuse(selected.size > MAX_SELECTED_INSIGHTS, `Cannot select more than ${MAX_SELECTED_INSIGHTS} insights.`);
  refuse(
    others.some((id) => !project.insights.has(id)),
    "Some insights do not belong to your team or do no longer exist.",
  );
  refuse(others.length > 0, `${others.length} invalid insight(s) selected.`);
}

function checkResume({ target_type, integration_id, prompt }: Fields, { created_by }: SubscriptionRow): void {
  refuseIf(
    !NEWER_CHANNELS.some((channel) => channel === target_type),
    `Cannot re-enable ${target_type} subscription: this delivery channel is not currently supported.`,
    "enabled",
  );
  refuseIf(
    target_type === "slack" && integration_id === null,
    "Cannot re-enable Slack subscription: no integration configured. Reconnect Slack first.",
    "enabled",
  );
  refuseIf(
    prompt && created_by === null,
    "Cannot re-enable AI subscription: the original creator is unavailable.",
    "enabled",
  );
}

/** Rejects a schedule without future deliveries on creation, on resume, and on changes to the schedule. */
function checkSchedule(
  { now, db }: ProjectContext,
  values: Fields,
  body: RequestBody,
  previous?: SubscriptionRow,
): void {
  const isResumed = previous?.enabled === false && values.enabled;
  const isChanged = SCHEDULE_FIELDS.some((name) => Object.hasOwn(body, name));
  const isPlanned = previous === undefined || isResumed || (previous.enabled !== false && isChanged);
  if (!isPlanned || computeNextDeliveryDate(values, now, db.profile) !== null) return;
  if (isResumed) fail.invalidInput(`${SCHEDULE_ENDED} before re-enabling.`, "enabled");
  fail.invalidInput(`${SCHEDULE_ENDED}.`, previous ? null : "start_date");
}

/** Checks Slack's integration on every write, as real servers do. Without one, even a deletion fails. */
function checkIntegration({ project }: ProjectContext, { target_type, integration_id }: Fields): void {
  if (target_type !== "slack") return;
  const integration = project.integrations.find(({ id }) => id === integration_id);
  const refuse = (isInvalid: boolean, detail: string) => refuseIf(isInvalid, detail, "integration_id");
  refuse(integration_id === null, "A Slack integration is required for Slack subscriptions.");
  refuse(!integration, "This integration does not exist or does not belong to your team.");
  refuse(integration?.kind !== "slack", "Slack subscriptions require a Slack integration.");
}

/**
 * Checks the rules of newer servers, in the servers' order (server-generations, 2026 fields).
 * @throws Response 400 for the first violated rule, or 403 for a prompt without `query:read`
 */
function checkNewerRules(
  context: ProjectContext,
  values: Fields,
  body: RequestBody,
  previous?: SubscriptionRow,
): void {
  // A subscription with a prompt runs queries.
  if (values.prompt) requireScope(context.key, "query:read");
  // Servers return only the host of a Teams webhook. A host isn't a URL, so clients can't send it back.
  refuseIf(
    values.target_type === "teams" && !/^https:\/\/[^/\s]+\/./.test(values.target_value),
    "Enter a valid URL.",
    "target_value",
  );
  checkContent(values, body, previous);
  checkSelection(context, values, Object.hasOwn(body, "dashboard_export_insights"), previous === undefined);
  if (previous?.enabled === false && values.enabled) checkResume(values, previous);
  checkSchedule(context, values, body, previous);
  checkIntegration(context, values);
  refuseIf(
    [...values.summary_prompt_guide].length > MAX_GUIDE_LENGTH,
    `AI summary context must be ${MAX_GUIDE_LENGTH} characters or fewer.`,
    "summary_prompt_guide",
  );
}

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));
const anyText = (maxLength?: number) => field.text({ minLength: 0, ...(maxLength && { maxLength }) });

/** Request fields of newer servers. */
const NEWER_FIELDS = {
  enabled: z.optional(field.boolean()),
  dashboard_export_insights: z.optional(z.array(field.integer())),
  prompt: optional(anyText()),
  content_type: z.optional(field.choice(CONTENT_TYPES)),
  integration_id: optional(field.integer()),
  summary_enabled: z.optional(field.boolean()),
  summary_prompt_guide: z.optional(anyText()),
  send_test_now: z.optional(field.boolean()),
};

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
    title: optional(anyText(MAX_TITLE_LENGTH)),
    invite_message: optional(anyText()),
    ...(isNewer && NEWER_FIELDS),
  });
}

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

/**
 * Validates the request body of a creation or a change. A PATCH may omit every field, and omitted fields keep the values
 * of `previous`.
 * @throws Response for the first invalid field
 */
export function parseSubscription(
  body: RequestBody,
  context: ProjectContext,
  previous?: SubscriptionRow,
): SubscriptionFields {
  const schema = createSchema(context);
  const isPartial = context.request.method === "PATCH";
  const { invite_message, content_type, send_test_now, ...sent } = parseBody(
    isPartial ? z.partial(schema) : schema,
    body,
  );
  // The servers' check for a source refuses every empty body, and nothing else.
  refuseIf(Object.keys(body).length === 0, "Either dashboard or insight is required for an export.", null);
  requireOwnSource(context, sent);
  const fields: SubscriptionFields = Object.assign({ ...(previous ?? DEFAULTS) }, sent);
  if (!context.isNewer) {
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

import * as z from "zod/mini";
import { type ProjectContext, requireScope } from "./context";
import { fail } from "./errors";
import { field, parseBody } from "./fields";
import { describeInsight, getSource, hasInsight, listDashboardInsights } from "./seed/catalog";
import { findIntegration } from "./seed/integrations";
import { createSourceFields, requireOwnSource } from "./source-fields";
import {
  computeNextDeliveryDate,
  type NewerFields,
  SCHEDULE_FIELDS,
  type SubscriptionFields,
  type SubscriptionRow,
} from "./subscription-row";

export type ResourceType = "insight" | "dashboard" | "ai_prompt" | "pulse_brief";

/** Maximum length of a name that is derived from a prompt, in characters. */
const MAX_PROMPT_NAME_LENGTH = 60;

/**
 * Derives the content type from the first non-empty field, in the order of real servers. Returns
 * null if all fields are empty.
 */
export function getResourceType(
  row: Pick<SubscriptionFields, "insight" | "dashboard" | "prompt"> & { readonly brief?: boolean },
): ResourceType | null {
  if (row.insight !== null) return "insight";
  if (row.dashboard !== null) return "dashboard";
  if (row.prompt) return "ai_prompt";
  return row.brief ? "pulse_brief" : null;
}

function getResourceName(row: SubscriptionRow): string | null {
  if (row.insight !== null) {
    const { name, derived_name } = describeInsight(getSource(row.insight));
    return name || derived_name;
  }
  if (row.dashboard !== null) return getSource(row.dashboard).name;
  if (row.prompt) return row.title || row.prompt.slice(0, MAX_PROMPT_NAME_LENGTH);
  return row.brief ? row.title || "Pulse brief" : null;
}

/** Returns the target. A Teams webhook is reduced to its host, because its URL is a secret. */
export function getServedTarget({ target_type, target_value }: SubscriptionRow): string {
  return target_type === "teams" ? new URL(target_value).host : target_value;
}

/** Returns the response fields of newer servers. */
export function serializeNewerFields(row: SubscriptionRow) {
  return {
    resource_type: getResourceType(row),
    resource_name: getResourceName(row),
    insight_short_id: row.insight === null ? null : describeInsight(getSource(row.insight)).short_id,
    dashboard_export_insights: row.dashboard_export_insights ?? [],
    prompt: row.prompt ?? null,
    integration_id: row.integration_id ?? null,
    enabled: row.enabled ?? true,
    summary_enabled: row.summary_enabled ?? false,
    summary_prompt_guide: row.summary_prompt_guide ?? "",
  };
}

const CONTENT_TYPES = ["insight", "dashboard", "ai_prompt"] as const;
/** Channels to which newer servers deliver. Existing webhook rows stay, but can't be resumed. */
const DELIVERABLE_CHANNELS = ["email", "slack", "teams"];
const MAX_SELECTED_INSIGHTS = 6;
const MAX_PROMPT_LENGTH = 4_000;
const MAX_GUIDE_LENGTH = 500;
const SCHEDULE_ENDED = "Subscription schedule has reached its end date. Extend until_date or remove count";

type Fields = SubscriptionFields & NewerFields;
type RequestBody = Readonly<Record<string, unknown>>;

/** Request fields of newer servers. */
const NEWER_FIELDS = {
  enabled: z.optional(field.boolean()),
  dashboard_export_insights: z.optional(z.array(field.integer())),
  prompt: z.optional(z.nullable(field.text({ isBlankAllowed: true }))),
  content_type: z.optional(field.choice(CONTENT_TYPES)),
  integration_id: z.optional(z.nullable(field.integer())),
  summary_enabled: z.optional(field.boolean()),
  summary_prompt_guide: z.optional(field.text({ isBlankAllowed: true })),
  send_test_now: z.optional(field.boolean()),
};

const NEWER_DEFAULTS: NewerFields = {
  enabled: true,
  dashboard_export_insights: [],
  prompt: null,
  integration_id: null,
  summary_enabled: false,
  summary_prompt_guide: "",
};

type ContentCheck = (values: Fields, isSent: (...names: readonly ContentField[]) => boolean) => void;
type ContentField = "insight" | "dashboard" | "prompt";

const CONTENT_CHECKS: Readonly<Record<ResourceType, ContentCheck>> = {
  insight({ insight }, isSent) {
    if (isSent("dashboard", "prompt"))
      fail.invalidInput("Insight subscriptions cannot also set dashboard or prompt.", "insight");
    if (insight === null) fail.invalidInput("Insight is required for insight subscriptions.", "insight");
  },
  dashboard({ dashboard }, isSent) {
    if (isSent("insight", "prompt"))
      fail.invalidInput("Dashboard subscriptions cannot also set insight or prompt.", "dashboard");
    if (dashboard === null)
      fail.invalidInput("Dashboard is required for dashboard subscriptions.", "dashboard");
  },
  ai_prompt({ prompt, target_type }, isSent) {
    if (isSent("insight", "dashboard"))
      fail.invalidInput("AI subscriptions cannot also set insight or dashboard.", "prompt");
    if (!prompt) return fail.invalidInput("Prompt is required for AI subscriptions.", "prompt");
    if ([...prompt].length > MAX_PROMPT_LENGTH)
      fail.invalidInput(`Prompt cannot exceed ${MAX_PROMPT_LENGTH} characters.`, "prompt");
    if (target_type !== "email" && target_type !== "slack")
      fail.invalidInput("AI subscriptions only support email or slack delivery.", "target_type");
  },
  pulse_brief(_, isSent) {
    if (isSent("insight", "dashboard", "prompt"))
      fail.invalidInput("Unsupported resource_type: pulse_brief.", "resource_type");
  },
};

/** Checks the kind of content, which can't change after creation. Servers of spring 2026 accept `content_type`. */
function checkContent(values: Fields, body: RequestBody, previous?: SubscriptionRow): void {
  const requested = CONTENT_TYPES.find((name) => name === body["content_type"]);
  const kind = previous ? getResourceType(previous) : (requested ?? getResourceType(values));
  if (previous && requested && requested !== kind) {
    fail.invalidInput("content_type cannot be changed after the subscription is created.", "content_type");
  }
  if (kind !== null) {
    CONTENT_CHECKS[kind](values, (...names) =>
      names.some((name) => Object.hasOwn(body, name) && values[name]),
    );
  } else if (!previous) {
    fail.invalidInput("A subscription must have an insight, a dashboard, or a prompt.");
  }
}

/**
 * Checks the selected insights. A change without a selection keeps the previous selection. Records
 * of older servers have an empty selection.
 */
function checkSelection(
  { project }: ProjectContext,
  { dashboard, dashboard_export_insights: selection }: Fields,
  isSent: boolean,
  isCreation: boolean,
): void {
  const refuse = (detail: string) => fail.invalidInput(detail, "dashboard_export_insights");
  if (dashboard === null) {
    if (isSent && selection.length > 0) refuse("Cannot set insights selection without a dashboard.");
    return;
  }
  if (selection.length === 0 && (isCreation || isSent)) {
    refuse("Select at least one insight for this subscription.");
  }
  if (!isSent) return;
  const selected = [...new Set(selection)];
  if (selected.length > MAX_SELECTED_INSIGHTS) {
    refuse(`Cannot select more than ${MAX_SELECTED_INSIGHTS} insights.`);
  }
  if (!selected.every((id) => hasInsight(project, id))) {
    refuse("Some insights do not belong to your team or do no longer exist.");
  }
  const tiles = new Set(listDashboardInsights(project, dashboard).map(({ id }) => id));
  const others = selected.filter((id) => !tiles.has(id));
  if (others.length > 0) refuse(`${others.length} invalid insight(s) selected.`);
}

function checkResume({ target_type, integration_id, prompt }: Fields, previous: SubscriptionRow): void {
  const refuse = (detail: string) => fail.invalidInput(detail, "enabled");
  if (!DELIVERABLE_CHANNELS.includes(target_type)) {
    refuse(`Cannot re-enable ${target_type} subscription: this delivery channel is not currently supported.`);
  }
  if (target_type === "slack" && integration_id === null) {
    refuse("Cannot re-enable Slack subscription: no integration configured. Reconnect Slack first.");
  }
  if (prompt && previous.created_by === null) {
    refuse("Cannot re-enable AI subscription: the original creator is unavailable.");
  }
}

/**
 * Rejects a schedule without future deliveries on creation, on resume, and on changes to the
 * schedule.
 */
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

/**
 * Checks that a Slack subscription has a Slack integration. Runs on every write, as on real
 * servers. Without an integration, even a deletion fails.
 */
function checkIntegration({ project }: ProjectContext, { target_type, integration_id }: Fields): void {
  if (target_type !== "slack") return;
  const refuse = (detail: string) => fail.invalidInput(detail, "integration_id");
  if (integration_id === null) return refuse("A Slack integration is required for Slack subscriptions.");
  const integration = findIntegration(project, integration_id);
  if (!integration) return refuse("This integration does not exist or does not belong to your team.");
  if (integration.kind !== "slack") refuse("Slack subscriptions require a Slack integration.");
}

function isWebhookUrl(text: string): boolean {
  return URL.canParse(text) && /^https:\/\/[^/]+\/./.test(text);
}

/**
 * Checks the rules of newer servers, in the servers' order (server-generations, 2026 fields).
 * @throws Response 400 for the first violated rule
 * @throws Response 403 for a prompt without `query:read`
 */
function checkNewerRules(
  context: ProjectContext,
  values: Fields,
  body: RequestBody,
  previous?: SubscriptionRow,
): void {
  // A subscription with a prompt runs queries.
  if (values.prompt) requireScope(context.key, "query:read");
  // Servers return only the host of a Teams webhook. A host isn't a URL, so clients can't send it
  // back.
  if (values.target_type === "teams" && !isWebhookUrl(values.target_value)) {
    fail.invalidInput("Enter a valid URL.", "target_value");
  }
  checkContent(values, body, previous);
  checkSelection(context, values, Object.hasOwn(body, "dashboard_export_insights"), previous === undefined);
  if (previous?.enabled === false && values.enabled) checkResume(values, previous);
  checkSchedule(context, values, body, previous);
  checkIntegration(context, values);
  if ([...values.summary_prompt_guide].length > MAX_GUIDE_LENGTH) {
    fail.invalidInput(
      `AI summary context must be ${MAX_GUIDE_LENGTH} characters or fewer.`,
      "summary_prompt_guide",
    );
  }
}

// Intentionally not shared with the client, because the mocks must not repeat the client's bugs.
const TARGET_TYPES = ["email", "slack", "webhook"] as const;
const NEWER_TARGET_TYPES = ["email", "slack", "teams"] as const;
const FREQUENCIES = ["daily", "weekly", "monthly", "yearly"] as const;
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const MAX_TITLE_LENGTH = 100;
/** Servers fail on positions beyond a year's days, and on 0. */
const MAX_POSITION = 366;

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
  const { isNewer } = context;
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
function selectFields(body: RequestBody, { isNewer }: ProjectContext): RequestBody {
  if (isNewer) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(NEWER_FIELDS, name)));
}

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

import * as z from "zod/mini";
import {
  FREQUENCIES,
  SET_POSITIONS,
  type Subscription,
  subscriptionChange,
  TARGET_TYPES,
  TITLE_MAX_LENGTH,
} from "@/contract/subscriptions";
import { recipientsOf } from "@/features/subscriptions/model/subscription-rules";
import { recipientMistake } from "@/features/subscriptions/schema/subscription-issues";
import { listWords } from "@/lib/text/numbers";
import { parseInstant } from "@/lib/time/dates";
import { WEEKDAYS } from "@/lib/time/weekdays";
import type { PlanField } from "./edit-fields";

/** Something that is wrong with a field, or odd about it. */
export interface RuleFinding {
  readonly field: PlanField;
  readonly tone: "mistake" | "warning";
  readonly message: string;
}

const MOMENT = "a date and a time with their zone, like 2026-11-23T09:00:00Z";

/** What a field takes, as the end of a sentence. */
const TAKES: Readonly<Record<PlanField | "invite_message", string>> = {
  title: `a text of at most ${TITLE_MAX_LENGTH} characters, or null`,
  dashboard: "a whole number, or null",
  insight: "a whole number, or null",
  target_type: "a text",
  target_value: "a text",
  frequency: "a text",
  interval: "a whole number from 1 on",
  byweekday: 'a list of weekdays like ["monday"], or null',
  bysetpos: "a whole number like 1 or -1, or null",
  count: "a whole number from 1 on, or null",
  start_date: MOMENT,
  until_date: `${MOMENT}, or null`,
  deleted: "true or false",
  invite_message: "a text, or null",
};

const FROM_ONE: readonly string[] = ["dashboard", "insight", "interval", "count"];
const MOST_QUOTED = 40;

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
}

/** What is wrong with the form of a value, by the contract; null when nothing is. */
export function valueMistake(field: PlanField | "invite_message", value: unknown): string | null {
  const isOfContract = z.safeParse(subscriptionChange, { [field]: value }).success;
  if (field === "title" && typeof value === "string" && value.length > TITLE_MAX_LENGTH) {
    return `Shorten the title to ${TITLE_MAX_LENGTH} characters; it has ${value.length}.`;
  }
  const isTooSmall = FROM_ONE.includes(field) && typeof value === "number" && value < 1;
  const isNoMoment = field.endsWith("_date") && typeof value === "string" && parseInstant(value) === null;
  if (isOfContract && !isTooSmall && !isNoMoment) return null;
  return `“${field}” takes ${TAKES[field]}, not ${quoted(value)}.`;
}

/** A delivery as it would be. */
export type Planned = Pick<Subscription, Exclude<PlanField, "deleted">>;

interface Planning {
  readonly after: Planned;
  /** Null for a new delivery. */
  readonly before: Planned | null;
  /** What the file changes; only that is judged. */
  readonly changed: ReadonlySet<PlanField>;
}

/** What is wrong or odd about a delivery as it would be, whose values have the right form. */
export function ruleFindings(planning: Planning): readonly RuleFinding[] {
  return [...sourceFindings(planning), ...targetFindings(planning), ...scheduleFindings(planning)];
}

function touches({ before, changed }: Planning, ...fields: readonly PlanField[]): boolean {
  return before === null || fields.some((field) => changed.has(field));
}

function sourceFindings(planning: Planning): readonly RuleFinding[] {
  const { after, changed } = planning;
  if (!touches(planning, "dashboard", "insight")) return [];
  const field = changed.has("insight") ? "insight" : "dashboard";
  if (after.dashboard !== null && after.insight !== null) {
    return [
      {
        field,
        tone: "mistake",
        message: "It sends a dashboard or an insight, not both: set one of them to null.",
      },
    ];
  }
  return after.dashboard === null && after.insight === null
    ? [{ field, tone: "mistake", message: "It sends nothing: name a dashboard or an insight." }]
    : [];
}

function targetFindings(planning: Planning): readonly RuleFinding[] {
  const { after, before } = planning;
  if (!touches(planning, "target_type", "target_value")) return [];
  const channel = after.target_type;
  const findings: RuleFinding[] = [];
  if (channel !== before?.target_type) findings.push(...choiceFindings("target_type", channel, TARGET_TYPES));
  const recipients = recipientsOf(after);
  if (recipients.length === 0) {
    findings.push({
      field: "target_value",
      tone: "mistake",
      message: "It reaches nobody: name a recipient.",
    });
  }
  // What the server holds already is not ours to refuse.
  const served = before !== null && before.target_type === channel ? recipientsOf(before) : [];
  for (const recipient of recipients) {
    const message = served.includes(recipient) ? null : recipientMistake(channel, recipient);
    if (message !== null) findings.push({ field: "target_value", tone: "mistake", message });
  }
  return findings;
}

/** Servers may know more than this version does, so an unknown word is sent when a person wants it. */
function choiceFindings(field: PlanField, value: string, known: readonly string[]): readonly RuleFinding[] {
  if (known.includes(value)) return [];
  const message = `“${value}” is not known here (known: ${listWords(known)}). The server may refuse it.`;
  return [{ field, tone: "warning", message }];
}

function scheduleFindings(planning: Planning): readonly RuleFinding[] {
  const { after, before } = planning;
  const findings: RuleFinding[] = [];
  if (touches(planning, "frequency"))
    findings.push(...choiceFindings("frequency", after.frequency, FREQUENCIES));
  const isNewDay = (day: string) => !(before?.byweekday ?? []).includes(day);
  for (const day of touches(planning, "byweekday") ? (after.byweekday ?? []) : []) {
    if (isNewDay(day)) findings.push(...choiceFindings("byweekday", day, WEEKDAYS));
  }
  if (touches(planning, "bysetpos", "byweekday")) findings.push(...positionFindings(after));
  if (touches(planning, "start_date", "until_date")) findings.push(...endFindings(after));
  return findings;
}

function positionFindings({ bysetpos, byweekday }: Planned): readonly RuleFinding[] {
  if (bysetpos === null) return [];
  const known: readonly number[] = SET_POSITIONS;
  if (bysetpos === 0) {
    return [
      {
        field: "bysetpos",
        tone: "mistake",
        message: "0 makes servers fail: write null, 1 to 4, or -1 for the last.",
      },
    ];
  }
  if (!known.includes(bysetpos)) {
    return [
      {
        field: "bysetpos",
        tone: "warning",
        message: `${bysetpos} is unusual: servers know 1 to 4, and -1 for the last.`,
      },
    ];
  }
  return byweekday === null || byweekday.length === 0
    ? [{ field: "bysetpos", tone: "warning", message: "A position counts only together with weekdays." }]
    : [];
}

function endFindings({ start_date, until_date }: Planned): readonly RuleFinding[] {
  const start = parseInstant(start_date);
  const until = until_date === null ? null : parseInstant(until_date);
  return start && until && until < start
    ? [{ field: "until_date", tone: "mistake", message: "The end lies before the start." }]
    : [];
}

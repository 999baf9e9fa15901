import * as z from "zod/mini";
import {
  type Subscription,
  type SubscriptionChange,
  subscriptionChange,
  subscriptionCreation,
} from "@/contract/subscriptions";
import { isSameValue } from "@/data/changes/same-value";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import { type PlanEntry, type PlanMark, servedMarks } from "./edit-entry";
import { isAsItWas, MESSAGE_FIELD, PLAN_FIELDS, type PlanField } from "./edit-fields";
import type { PlanChange, PlanItemWrite, PlanKind } from "./edit-item";
import { type Planned, ruleFindings, valueMistake } from "./edit-rules";

const CHANGED_MEANWHILE = "Somebody has changed the same on the server since the file was made.";

/** What one entry comes to. */
export interface Draft {
  /** Null where there is nothing to do. */
  readonly kind: PlanKind | null;
  readonly name: string;
  readonly changes: readonly PlanChange[];
  readonly write: PlanItemWrite;
  readonly cautions: readonly string[];
  readonly marks: readonly PlanMark[];
  /** The server has something else by now than when the file was made. */
  readonly isOutdated: boolean;
}

const hasMistake = (marks: readonly PlanMark[]) => marks.some(({ tone }) => tone === "mistake");

/** What the file would change of a record. A field that is as it was downloaded is left to whoever changed it since. */
export function draftChange(entry: PlanEntry, before: Subscription): Draft {
  const marks: PlanMark[] = [...entry.marks, ...servedMarks(entry, before)];
  const body: Record<string, unknown> = {};
  const changed = new Set<PlanField>();
  let isContested = false;
  for (const [field, { value, at }] of entry.values) {
    if (isSameValue(field, value, before[field])) continue;
    if (isAsItWas(entry.was, field, value) === true) continue;
    const message = valueMistake(field, value);
    if (message !== null) marks.push({ tone: "mistake", offset: at, message });
    body[field] = value;
    changed.add(field);
    if (isAsItWas(entry.was, field, before[field]) === false) isContested = true;
  }
  addMessage(entry, body, marks);
  const hasBadValues = hasMistake(marks);
  const parsed = hasBadValues ? null : z.safeParse(subscriptionChange, body);
  if (parsed?.success)
    marks.push(...judge(entry, { after: plannedOf(parsed.data, before), before, changed }));
  const isWritable = parsed?.success === true && !hasMistake(marks);
  const isOutdated = PLAN_FIELDS.some((field) => isAsItWas(entry.was, field, before[field]) === false);
  return {
    kind: kindOf(body, before),
    name: titleOf(before).text,
    changes: Object.entries(body).map(([field, after]) => ({ field, before: before[field] ?? null, after })),
    write: isWritable ? { kind: "change", before, body: parsed.data } : { kind: "none" },
    cautions: cautionsOfChange({ isContested, before, body }),
    marks,
    isOutdated,
  };
}

function kindOf(body: Readonly<Record<string, unknown>>, before: Subscription): PlanKind | null {
  if (Object.keys(body).length === 0) return null;
  if (body["deleted"] === true) return "deleted";
  return body["deleted"] === false && before.deleted ? "restored" : "changed";
}

interface Contest {
  readonly isContested: boolean;
  readonly before: Subscription;
  readonly body: Readonly<Record<string, unknown>>;
}

function cautionsOfChange({ isContested, before, body }: Contest): readonly string[] {
  const isKeptInBin = before.deleted && !("deleted" in body);
  return [
    ...(isContested ? [CHANGED_MEANWHILE] : []),
    ...(isKeptInBin ? ["It is in the bin, where it stays: it sends nothing."] : []),
  ];
}

function addMessage({ message }: PlanEntry, body: Record<string, unknown>, marks: PlanMark[]): void {
  if (message === null || message.value === null || message.value === "") return;
  const mistake = valueMistake(MESSAGE_FIELD, message.value);
  if (mistake !== null) marks.push({ tone: "mistake", offset: message.at, message: mistake });
  body[MESSAGE_FIELD] = message.value;
}

function judge(entry: PlanEntry, planning: Parameters<typeof ruleFindings>[0]): readonly PlanMark[] {
  return ruleFindings(planning).map(({ field, tone, message }) => ({
    tone,
    message,
    offset: entry.values.get(field)?.at ?? entry.at,
  }));
}

const NEEDED = ["target_type", "target_value", "frequency", "start_date"] as const;

/** A delivery that would be made. */
export function draftCreation(entry: PlanEntry, asNew: boolean): Draft {
  const marks: PlanMark[] = [...entry.marks];
  const body: Record<string, unknown> = {};
  const changed = new Set<PlanField>();
  for (const [field, { value, at }] of entry.values) {
    if (value === null || (field === "deleted" && (value === false || asNew))) continue;
    const message = field === "deleted" ? "A new delivery cannot be in the bin." : valueMistake(field, value);
    if (message !== null) marks.push({ tone: "mistake", offset: at, message });
    body[field] = value;
    changed.add(field);
  }
  for (const field of NEEDED) {
    if (field in body || entry.marks.some(({ offset }) => offset === entry.at)) continue;
    marks.push({
      tone: "mistake",
      offset: entry.at,
      message: `“${field}” is missing: a new delivery needs it.`,
    });
  }
  addMessage(entry, body, marks);
  const parsed = hasMistake(marks) ? null : z.safeParse(subscriptionCreation, body);
  if (parsed?.success) marks.push(...judge(entry, { after: plannedOf(parsed.data), before: null, changed }));
  const isWritable = parsed?.success === true && !hasMistake(marks);
  return {
    kind: "new",
    name: parsed?.success ? titleOf(plannedOf(parsed.data)).text : newName(body["title"]),
    changes: Object.entries(body).map(([field, after]) => ({ field, before: null, after })),
    write: isWritable ? { kind: "create", body: parsed.data } : { kind: "none" },
    cautions: [],
    marks,
    isOutdated: false,
  };
}

function newName(title: unknown): string {
  return typeof title === "string" && title.trim() !== "" ? title : "New delivery";
}

/** What servers make of what a creation leaves out. */
const NOTHING: Planned = {
  title: null,
  dashboard: null,
  insight: null,
  target_type: "",
  target_value: "",
  frequency: "",
  interval: 1,
  byweekday: null,
  bysetpos: null,
  count: null,
  start_date: "",
  until_date: null,
};

function given<Value>(value: Value | undefined, otherwise: Value): Value {
  return value === undefined ? otherwise : value;
}

/** A delivery as it will be. */
function plannedOf(body: SubscriptionChange, before: Planned = NOTHING): Planned {
  return {
    title: given(body.title, before.title),
    dashboard: given(body.dashboard, before.dashboard),
    insight: given(body.insight, before.insight),
    target_type: given(body.target_type, before.target_type),
    target_value: given(body.target_value, before.target_value),
    frequency: given(body.frequency, before.frequency),
    interval: given(body.interval, before.interval),
    byweekday: given(body.byweekday, before.byweekday),
    bysetpos: given(body.bysetpos, before.bysetpos),
    count: given(body.count, before.count),
    start_date: given(body.start_date, before.start_date),
    until_date: given(body.until_date, before.until_date),
  };
}

import type { ItemStatus } from "@/data/bulk-ledger";
import { changedField } from "@/data/change-words";
import type { PlannedWrite } from "@/data/planned-write";
import { formatDay } from "@/lib/dates";
import { formatCount, listWords, plural } from "@/lib/numbers";
import type { ReviewedChange, ReviewedField } from "@/ui/change-review";
import type { StatusTone } from "@/ui/status";
import { changeEffects, creationEffects } from "../subscription-save-effect";
import type { BulkOperation } from "./bulk-plan";

const deliveries = (count: number) => plural(count, "delivery", "deliveries");

/** What an operation is called: "Remove ana@x.co from 12 deliveries". */
export function operationLabel(operation: BulkOperation, count: number): string {
  switch (operation.kind) {
    case "delete":
      return `Delete ${deliveries(count)}`;
    case "restore":
      return `Restore ${deliveries(count)}`;
    case "add-recipient":
      return `Add ${operation.recipient.trim()} to ${deliveries(count)}`;
    case "remove-recipient":
      return `Remove ${operation.recipient.trim()} from ${deliveries(count)}`;
    case "replace-recipient":
      return `Replace ${operation.recipient.trim()} with ${operation.by.trim()} in ${deliveries(count)}`;
    case "set-end":
      return operation.until === null
        ? `Remove the end date of ${deliveries(count)}`
        : `Set the end of ${deliveries(count)} to ${formatDay(operation.until)}`;
  }
}

const STATUSES: Readonly<Record<ItemStatus, { readonly tone: StatusTone; readonly label: string }>> = {
  waiting: { tone: "neutral", label: "Waiting" },
  sending: { tone: "neutral", label: "Sending" },
  done: { tone: "positive", label: "Done" },
  failed: { tone: "danger", label: "Failed" },
  unknown: { tone: "warning", label: "Outcome unknown" },
  changed: { tone: "warning", label: "Changed meanwhile" },
  nothing: { tone: "neutral", label: "Nothing to do" },
  impossible: { tone: "warning", label: "Not possible" },
};

/** A status as a word and its tone. */
export function statusWords(status: ItemStatus): { readonly tone: StatusTone; readonly label: string } {
  return STATUSES[status];
}

function fieldOf(field: string, before: object, body: object): ReviewedField {
  const isMail =
    Reflect.get(before, "target_type") === "email" && Reflect.get(body, "target_type") === undefined;
  return changedField({ field, before: Reflect.get(before, field), after: Reflect.get(body, field) }, isMail);
}

/** What leaves the house with a write and cannot be called back, as sentences; undefined where nothing does. */
function sendsWords(write: PlannedWrite): string | undefined {
  if (write.kind !== "change" && write.kind !== "create") return undefined;
  const effects =
    write.kind === "change" ? changeEffects(write.before, write.body) : creationEffects(write.body);
  const sent = effects.filter(({ sends }) => sends).map(({ text }) => text);
  return sent.length === 0 ? undefined : sent.join(" ");
}

/** A planned write as the review shows it. */
export function reviewedChange(write: PlannedWrite): Omit<ReviewedChange, "status"> {
  if (write.kind === "nothing" || write.kind === "impossible") {
    return { name: write.name, fields: [], note: write.why };
  }
  const before = write.kind === "change" ? write.before : {};
  const fields = Object.keys(write.body).map((field) => fieldOf(field, before, write.body));
  return { name: write.name, fields, warning: sendsWords(write) };
}

/** How many writes there are of each kind, and how many send something that cannot be called back. */
export interface PlanSummary {
  readonly change: number;
  readonly create: number;
  readonly nothing: number;
  readonly impossible: number;
  readonly sends: number;
}

/** Counts a plan. */
export function summarise(writes: readonly PlannedWrite[]): PlanSummary {
  const summary = { change: 0, create: 0, nothing: 0, impossible: 0, sends: 0 };
  for (const write of writes) {
    summary[write.kind] += 1;
    if (sendsWords(write) !== undefined) summary.sends += 1;
  }
  return summary;
}

/** "12 change, 3 nothing to do, 1 not possible." */
export function summaryWords({ change, create, nothing, impossible }: PlanSummary): string {
  const parts = [
    create > 0 && `${formatCount(create)} new`,
    change > 0 && `${formatCount(change)} change`,
    nothing > 0 && `${formatCount(nothing)} nothing to do`,
    impossible > 0 && `${formatCount(impossible)} not possible`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "There is nothing here." : `${parts.join(", ")}.`;
}

/** "988 done, 7 failed and 5 with an unknown outcome." */
export function outcomeWords(counts: Readonly<Record<ItemStatus, number>>): string {
  const parts = [
    `${formatCount(counts.done)} done`,
    counts.failed > 0 && `${formatCount(counts.failed)} failed`,
    counts.unknown > 0 && `${formatCount(counts.unknown)} with an unknown outcome`,
    counts.changed > 0 && `${formatCount(counts.changed)} changed by somebody meanwhile`,
    counts.waiting > 0 && `${formatCount(counts.waiting)} not sent yet`,
  ].filter((part) => part !== false);
  return `${listWords(parts)}.`;
}

import type { ItemStatus } from "@/data/bulk/bulk-job-items";
import { immediateDeliveryMessage } from "@/data/bulk/change-messages";
import type { PlannedChange } from "@/data/changes/planned-change";
import { formatCount, formatList } from "@/lib/text/numbers";
import type { StatusTone } from "@/ui/primitives/status";

const ITEM_STATUS_LABELS: Readonly<
  Record<ItemStatus, { readonly tone: StatusTone; readonly label: string }>
> = {
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
export function itemStatusLabel(status: ItemStatus): { readonly tone: StatusTone; readonly label: string } {
  return ITEM_STATUS_LABELS[status];
}

/** How many writes there are of each kind, and how many send something that cannot be called back. */
export interface PreviewSummary {
  readonly change: number;
  readonly create: number;
  readonly remove: number;
  readonly nothing: number;
  readonly impossible: number;
  readonly sends: number;
}

/** Counts a plan. */
export function summarizeChanges(changes: readonly PlannedChange[]): PreviewSummary {
  const summary = { change: 0, create: 0, remove: 0, nothing: 0, impossible: 0, sends: 0 };
  for (const plannedChange of changes) {
    summary[plannedChange.kind] += 1;
    if (immediateDeliveryMessage(plannedChange) !== undefined) summary.sends += 1;
  }
  return summary;
}

/** "12 change, 3 nothing to do, 1 not possible." */
export function previewSummaryMessage({
  change,
  create,
  remove,
  nothing,
  impossible,
}: PreviewSummary): string {
  const parts = [
    create > 0 && `${formatCount(create)} new`,
    change > 0 && `${formatCount(change)} change`,
    remove > 0 && `${formatCount(remove)} to remove`,
    nothing > 0 && `${formatCount(nothing)} nothing to do`,
    impossible > 0 && `${formatCount(impossible)} not possible`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "There is nothing here." : `${parts.join(", ")}.`;
}

/** "988 done, 7 failed and 5 with an unknown outcome." */
export function bulkJobResultMessage(counts: Readonly<Record<ItemStatus, number>>): string {
  const parts = [
    `${formatCount(counts.done)} done`,
    counts.failed > 0 && `${formatCount(counts.failed)} failed`,
    counts.unknown > 0 && `${formatCount(counts.unknown)} with an unknown outcome`,
    counts.changed > 0 && `${formatCount(counts.changed)} changed by somebody meanwhile`,
    counts.waiting > 0 && `${formatCount(counts.waiting)} not sent yet`,
  ].filter((part) => part !== false);
  return `${formatList(parts)}.`;
}

import type { ItemStatus } from "@/data/bulk/bulk-job-items";
import { type DeliverySummary, summarizeDeliveries } from "@/data/bulk/change-messages";
import type { SendingRules } from "@/data/capabilities/capabilities";
import type { PlannedChange } from "@/data/changes/planned-change";
import { formatCount } from "@/lib/text/numbers";
import type { StatusTone } from "@/ui/primitives/status";

const ITEM_STATUS_LABELS: Readonly<
  Record<ItemStatus, { readonly tone: StatusTone; readonly label: string }>
> = {
  waiting: { tone: "neutral", label: "Waiting" },
  sending: { tone: "neutral", label: "Sending" },
  done: { tone: "positive", label: "Done" },
  failed: { tone: "danger", label: "Failed" },
  unknown: { tone: "warning", label: "Outcome unknown" },
  changed: { tone: "warning", label: "Conflict" },
  nothing: { tone: "neutral", label: "Unchanged" },
  impossible: { tone: "warning", label: "Can't change" },
};

export function itemStatusLabel(status: ItemStatus): { readonly tone: StatusTone; readonly label: string } {
  return ITEM_STATUS_LABELS[status];
}

export interface PreviewSummary extends DeliverySummary {
  readonly change: number;
  readonly create: number;
  readonly remove: number;
  readonly nothing: number;
  readonly impossible: number;
}

export function summarizeChanges(changes: readonly PlannedChange[], rules: SendingRules): PreviewSummary {
  const counts = { change: 0, create: 0, remove: 0, nothing: 0, impossible: 0 };
  for (const plannedChange of changes) counts[plannedChange.kind] += 1;
  return { ...counts, ...summarizeDeliveries(changes, rules) };
}

/** Summarizes a preview: "12 will change, 3 unchanged, 1 can't be changed." */
export function previewSummaryMessage({
  change,
  create,
  remove,
  nothing,
  impossible,
}: PreviewSummary): string {
  const parts = [
    create > 0 && `${formatCount(create)} will be created`,
    change > 0 && `${formatCount(change)} will change`,
    remove > 0 && `${formatCount(remove)} will be removed`,
    nothing > 0 && `${formatCount(nothing)} unchanged`,
    impossible > 0 && `${formatCount(impossible)} can't be changed`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "No changes." : `${parts.join(", ")}.`;
}

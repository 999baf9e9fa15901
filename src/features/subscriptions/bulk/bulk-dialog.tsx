import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useApi } from "@/data/backend/backend";
import { storeResumeDate } from "@/data/browser-storage/project-settings";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import { readSourceNames } from "@/data/catalog/source-names";
import type { PlannedChange } from "@/data/changes/planned-change";
import { formatReminderDay } from "@/features/subscriptions/pause/pause-actions";
import { pluralize } from "@/lib/text/numbers";
import { formatDay } from "@/lib/time/dates";
import { toasts } from "@/ui/feedback/toasts";
import { type BulkDialogProps, BulkForm } from "./bulk-form";
import { type BulkOperation, getAffectedRecipients, planBulkChanges } from "./plan-bulk-changes";
import { SpellingsNote } from "./spellings-note";

/** Returns the operation if it needs no input. Otherwise returns null. */
function getPresetOperation({ kind, recipient }: BulkDialogProps): BulkOperation | null {
  if (kind === "delete" || kind === "restore" || kind === "resume") return { kind };
  return kind === "remove-recipient" && recipient !== undefined ? { kind, recipient } : null;
}

/**
 * Shows the form if the operation needs input, and then the preview. Render `LazyBulkDialog`
 * instead, which loads this component on demand.
 */
export function BulkDialog(props: BulkDialogProps): ReactNode {
  const { kind, records, recipient, note, onClose } = props;
  const api = useApi();
  const [presetOperation] = useState(() => getPresetOperation(props));
  const [isFormOpen, setIsFormOpen] = useState(presetOperation === null);
  // The list may change while the dialog is open, so the dialog keeps the initial selection.
  const [initialRecords] = useState(records);

  function openPreview(operation: BulkOperation) {
    const changes = planBulkChanges(initialRecords, operation, new Date(), readSourceNames(api));
    const count = changes.filter((plannedChange) => plannedChange.kind === "change").length;
    // If the preview can't be shown, the form stays open with its input.
    let isFormDone = presetOperation !== null;
    openBulkPreview(api, {
      label: bulkOperationLabel(operation, count),
      changes,
      note: (
        <>
          {note}
          <SpellingsNote records={initialRecords} recipients={getAffectedRecipients(operation)} />
        </>
      ),
      onStarted: () => storeResumeDates(operation, changes),
      onShown() {
        isFormDone = true;
        setIsFormOpen(false);
      },
      onClosed: () => isFormDone && onClose(),
    });
  }

  function storeResumeDates(operation: BulkOperation, changes: readonly PlannedChange[]) {
    if (operation.kind !== "pause" && operation.kind !== "resume") return;
    const ids = changes.filter(({ kind: planned }) => planned === "change").map(({ key }) => Number(key));
    const error = storeResumeDate(api, ids, operation.kind === "pause" ? operation.resumeOn : null);
    if (error !== null) toasts.show({ tone: "danger", title: error });
  }

  const openPresetPreview = useEffectEvent(() => presetOperation !== null && openPreview(presetOperation));
  useEffect(() => void openPresetPreview(), []);

  if (!isFormOpen) return null;
  return (
    <BulkForm
      kind={kind}
      records={initialRecords}
      {...(recipient !== undefined && { recipient })}
      onSubmit={openPreview}
      onClose={onClose}
    />
  );
}

const subscriptionCount = (count: number) => pluralize(count, "subscription", "subscriptions");

/** Formats the name of an operation: "Remove ana@x.co from 12 subscriptions". */
function bulkOperationLabel(operation: BulkOperation, count: number): string {
  switch (operation.kind) {
    case "delete":
      return `Delete ${subscriptionCount(count)}`;
    case "restore":
      return `Restore ${subscriptionCount(count)}`;
    case "pause":
      return operation.resumeOn === null
        ? `Pause ${subscriptionCount(count)}`
        : `Pause ${subscriptionCount(count)}, with a reminder on ${formatReminderDay(operation.resumeOn)}`;
    case "resume":
      return `Resume ${subscriptionCount(count)}`;
    case "add-recipient":
      return `Add ${operation.recipient.trim()} to ${subscriptionCount(count)}`;
    case "remove-recipient":
      return `Remove ${operation.recipient.trim()} from ${subscriptionCount(count)}`;
    case "replace-recipient":
      return `Replace ${operation.recipient.trim()} with ${operation.replacement.trim()} in ${subscriptionCount(count)}`;
    case "replace-recipients":
      return `Replace ${pluralize(operation.pairs.length, "recipient", "recipients")} in ${subscriptionCount(count)}`;
    case "set-end":
      return operation.until === null
        ? `Remove end date from ${subscriptionCount(count)}`
        : `Set end date of ${subscriptionCount(count)} to ${formatDay(operation.until)}`;
  }
}

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { storeResumeDate } from "@/data/browser-storage/resume-dates";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import { readSourceNames } from "@/data/catalog/read-source-names";
import type { PlannedChange } from "@/data/changes/planned-change";
import { useApi } from "@/data/client/api-context";
import { useToasts } from "@/ui/feedback/toasts";
import { type BulkDialogProps, BulkForm } from "./bulk-form";
import { bulkOperationLabel } from "./bulk-labels";
import { type BulkOperation, planBulkChanges } from "./plan-bulk-changes";
import { getAffectedRecipients } from "./recipient-spellings";
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
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [presetOperation] = useState(() => getPresetOperation(props));
  const [isFormOpen, setIsFormOpen] = useState(presetOperation === null);
  // The list may change while the dialog is open, so the dialog keeps the initial selection.
  const [initialRecords] = useState(records);

  function openPreview(operation: BulkOperation) {
    const changes = planBulkChanges(initialRecords, operation, new Date(), readSourceNames(queryClient, api));
    const count = changes.reduce(
      (total, plannedChange) => total + (plannedChange.kind === "change" ? 1 : 0),
      0,
    );
    openBulkPreview(queryClient, api, {
      label: bulkOperationLabel(operation, count),
      changes,
      note: (
        <>
          {note}
          <SpellingsNote records={initialRecords} recipients={getAffectedRecipients(operation)} />
        </>
      ),
      onStarted: () => storeResumeDates(operation, changes),
      onShown: () => setIsFormOpen(false),
      // If the preview couldn't be shown, the form stays open with its input.
      onClosed: (wasPreviewShown) => (wasPreviewShown || presetOperation !== null) && onClose(),
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

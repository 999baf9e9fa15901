import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import { readSourceNames } from "@/data/catalog/read-source-names";
import { useApi } from "@/data/client/api-context";
import { LazyBulkDialog } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import { SpellingsNote } from "@/features/subscriptions/bulk/spellings-note";
import { CoverageNotice, type GroupCoverage } from "@/features/subscriptions/groups/group-coverage";
import { planRecipientRemovals } from "@/features/subscriptions/recipients/model/plan-removals";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { pluralize } from "@/lib/text/numbers";

export type RecipientTask =
  | { readonly kind: "replace"; readonly recipient: Recipient }
  | { readonly kind: "remove"; readonly recipients: readonly Recipient[] };

interface RecipientTaskDialogProps {
  /** A snapshot, because the task changes the records. */
  readonly task: RecipientTask;
  readonly coverage: GroupCoverage;
  readonly onClose: () => void;
}

export function RecipientTaskDialog({ task, coverage, onClose }: RecipientTaskDialogProps) {
  // More records may load later. The task includes only those that had loaded when it was opened.
  const [initialCoverage] = useState(coverage);
  const firstRecipient =
    task.kind === "replace" ? task.recipient : task.recipients.length === 1 && task.recipients[0];
  if (!firstRecipient) {
    return task.kind === "remove" ? (
      <RemovalPreview recipients={task.recipients} coverage={initialCoverage} onClose={onClose} />
    ) : null;
  }
  return (
    <LazyBulkDialog
      kind={task.kind === "replace" ? "replace-recipient" : "remove-recipient"}
      records={firstRecipient.records}
      recipient={firstRecipient.address}
      note={<CoverageNotice coverage={initialCoverage} />}
      onClose={onClose}
    />
  );
}

interface RemovalPreviewProps {
  readonly recipients: readonly Recipient[];
  readonly coverage: GroupCoverage;
  readonly onClose: () => void;
}

/** Opens the preview immediately, because no input is needed. */
function RemovalPreview({ recipients, coverage, onClose }: RemovalPreviewProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const openPreview = useEffectEvent(() => {
    const changes = planRecipientRemovals(recipients, new Date(), readSourceNames(queryClient, api));
    const count = changes.reduce((total, { kind }) => total + (kind === "change" ? 1 : 0), 0);
    const recipientsLabel = pluralize(recipients.length, "recipient", "recipients");
    openBulkPreview(queryClient, api, {
      label: `Remove ${recipientsLabel} from ${pluralize(count, "subscription", "subscriptions")}`,
      changes,
      note: (
        <>
          <CoverageNotice coverage={coverage} />
          <SpellingsNote
            records={recipients.flatMap(({ records }) => records)}
            recipients={recipients.map(({ address }) => address)}
          />
        </>
      ),
      onClosed: onClose,
    });
  });
  useEffect(() => openPreview(), []);
  return null;
}

import { useEffect, useEffectEvent, useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import { readSourceNames } from "@/data/catalog/source-names";
import type { PlannedSubscriptionItem } from "@/data/changes/planned-change";
import { LazyBulkDialog } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import { planBulkChanges } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { SpellingsNote } from "@/features/subscriptions/bulk/spellings-note";
import { CoverageNotice, type GroupCoverage } from "@/features/subscriptions/groups/group-table";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { addToGroup } from "@/lib/search/record-groups";
import type { ReferenceNames } from "@/lib/search/record-schema";
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

interface RemovalPreviewProps extends Omit<RecipientTaskDialogProps, "task"> {
  readonly recipients: readonly Recipient[];
}

/** Opens the preview immediately, because no input is needed. */
function RemovalPreview({ recipients, coverage, onClose }: RemovalPreviewProps) {
  const api = useApi();
  const openPreview = useEffectEvent(() => {
    const changes = planRecipientRemovals(recipients, new Date(), readSourceNames(api));
    const count = changes.filter(({ kind }) => kind === "change").length;
    const recipientsLabel = pluralize(recipients.length, "recipient", "recipients");
    openBulkPreview(api, {
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

/** Plans one change per subscription, which removes all given recipients of that subscription. */
function planRecipientRemovals(
  recipients: readonly Recipient[],
  now: Date,
  names?: ReferenceNames,
): readonly PlannedSubscriptionItem[] {
  const addresses = new Map<Subscription, string[]>();
  for (const { address, records } of recipients) {
    for (const record of records) addToGroup(addresses, record, address);
  }
  return [...addresses].flatMap(
    ([record, removedAddresses]) => planSubscriptionRemovals(record, removedAddresses, now, names) ?? [],
  );
}

/** Plans the removals one after another, so that the last change contains all of them. */
function planSubscriptionRemovals(
  record: Subscription,
  removedAddresses: readonly string[],
  now: Date,
  names: ReferenceNames | undefined,
): PlannedSubscriptionItem | undefined {
  let lastChange: PlannedSubscriptionItem | undefined;
  for (const recipient of removedAddresses) {
    const value = lastChange?.kind === "change" ? lastChange.body.target_value : undefined;
    const remainingRecord = value === undefined ? record : { ...record, target_value: value };
    const [plannedChange] = planBulkChanges(
      [remainingRecord],
      { kind: "remove-recipient", recipient },
      now,
      names,
    );
    // If one removal is impossible, the other recipients aren't removed either.
    if (plannedChange?.kind === "impossible")
      return removedAddresses.length === 1 ? plannedChange : { ...plannedChange, why: ALL_REMOVED_MESSAGE };
    if (plannedChange?.kind === "change") lastChange = { ...plannedChange, before: record };
    else lastChange ??= plannedChange;
  }
  return lastChange;
}

const ALL_REMOVED_MESSAGE =
  "The selected recipients are the only ones. Replace one of them or delete the subscription.";

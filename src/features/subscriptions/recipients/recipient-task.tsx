import { lazy, Suspense, useState } from "react";
import { plural } from "@/lib/numbers";
import { planRemovals } from "./plan-removals";
import type { Recipient } from "./recipient-book";
import { ReachNotice, type RecipientReach } from "./recipient-reach";

const BulkDialog = lazy(() =>
  import("../bulk/bulk-dialog").then((module) => ({ default: module.BulkDialog })),
);
const BulkReview = lazy(() =>
  import("../bulk/bulk-review").then((module) => ({ default: module.BulkReview })),
);

/** What is to be done to recipients in all their deliveries. */
export type RecipientTask =
  | { readonly kind: "replace"; readonly recipient: Recipient }
  | { readonly kind: "remove"; readonly recipients: readonly Recipient[] };

interface RecipientTaskDialogProps {
  /** With the deliveries as they were when it was asked for: they change while it runs. */
  readonly task: RecipientTask;
  readonly reach: RecipientReach;
  readonly onClose: () => void;
}

/** Reviews and runs a task. One recipient, or several in one go. */
export function RecipientTaskDialog({ task, reach, onClose }: RecipientTaskDialogProps) {
  // More may arrive below; the task is of what was loaded when it was asked for.
  const [asked] = useState(reach);
  const only = task.kind === "replace" ? task.recipient : task.recipients.length === 1 && task.recipients[0];
  return (
    <Suspense fallback={null}>
      {only ? (
        <BulkDialog
          kind={task.kind === "replace" ? "replace-recipient" : "remove-recipient"}
          records={only.records}
          recipient={only.address}
          note={<ReachNotice reach={asked} />}
          onClose={onClose}
        />
      ) : (
        task.kind === "remove" && <Removals recipients={task.recipients} reach={asked} onClose={onClose} />
      )}
    </Suspense>
  );
}

interface RemovalsProps {
  readonly recipients: readonly Recipient[];
  readonly reach: RecipientReach;
  readonly onClose: () => void;
}

function Removals({ recipients, reach, onClose }: RemovalsProps) {
  const [writes] = useState(() => planRemovals(recipients, new Date()));
  const count = writes.reduce((sum, { kind }) => sum + (kind === "change" ? 1 : 0), 0);
  const who = plural(recipients.length, "recipient", "recipients");
  return (
    <BulkReview
      label={`Remove ${who} from ${plural(count, "delivery", "deliveries")}`}
      writes={writes}
      note={<ReachNotice reach={reach} />}
      onClose={onClose}
    />
  );
}

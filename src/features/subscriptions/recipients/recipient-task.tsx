import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { askForPlan } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import { BulkTask } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import { planRemovals } from "@/features/subscriptions/recipients/model/plan-removals";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { plural } from "@/lib/text/numbers";
import { ReachNotice, type RecipientReach } from "./recipient-coverage";

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
  if (!only) {
    return task.kind === "remove" ? (
      <Removals recipients={task.recipients} reach={asked} onClose={onClose} />
    ) : null;
  }
  return (
    <BulkTask
      kind={task.kind === "replace" ? "replace-recipient" : "remove-recipient"}
      records={only.records}
      recipient={only.address}
      note={<ReachNotice reach={asked} />}
      onClose={onClose}
    />
  );
}

interface RemovalsProps {
  readonly recipients: readonly Recipient[];
  readonly reach: RecipientReach;
  readonly onClose: () => void;
}

/** Asks at once: everything is known. */
function Removals({ recipients, reach, onClose }: RemovalsProps) {
  const api = useApi();
  const queries = useQueryClient();
  const begin = useEffectEvent(() => {
    const writes = planRemovals(recipients, new Date());
    const count = writes.reduce((sum, { kind }) => sum + (kind === "change" ? 1 : 0), 0);
    const who = plural(recipients.length, "recipient", "recipients");
    askForPlan(queries, api, {
      label: `Remove ${who} from ${plural(count, "delivery", "deliveries")}`,
      writes,
      note: <ReachNotice reach={reach} />,
      onClosed: onClose,
    });
  });
  useEffect(() => begin(), []);
  return null;
}

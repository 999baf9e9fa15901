import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { askForPlan } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import { type BulkDialogProps, BulkForm } from "./bulk-form";
import { operationLabel } from "./bulk-labels";
import { type BulkOperation, planBulk } from "./plan-bulk-changes";

/** What nothing has to be asked for. */
function knownOperation({ kind, recipient }: BulkDialogProps): BulkOperation | null {
  if (kind === "delete" || kind === "restore") return { kind };
  return kind === "remove-recipient" && recipient !== undefined ? { kind, recipient } : null;
}

/** Asks for what the operation needs, then for the plan to be shown. Import it lazily. */
export function BulkDialog(props: BulkDialogProps): ReactNode {
  const { kind, records, recipient, note, onClose } = props;
  const api = useApi();
  const queries = useQueryClient();
  const [known] = useState(() => knownOperation(props));
  const [isAsking, setIsAsking] = useState(known === null);
  // The list below changes while a run goes on; the plan is of the records that were chosen.
  const [chosen] = useState(records);

  function review(operation: BulkOperation) {
    const writes = planBulk(chosen, operation, new Date());
    const count = writes.reduce((sum, write) => sum + (write.kind === "change" ? 1 : 0), 0);
    askForPlan(queries, api, {
      label: operationLabel(operation, count),
      writes,
      note,
      onShown: () => setIsAsking(false),
      // Where the plan could not be shown, the form stays with what was typed.
      onClosed: (wasShown) => (wasShown || known !== null) && onClose(),
    });
  }

  const begin = useEffectEvent(() => known !== null && review(known));
  useEffect(() => void begin(), []);

  if (!isAsking) return null;
  return (
    <BulkForm
      kind={kind}
      records={chosen}
      {...(recipient !== undefined && { recipient })}
      onAsked={review}
      onClose={onClose}
    />
  );
}

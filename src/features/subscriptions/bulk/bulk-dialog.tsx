import { type ReactNode, useMemo, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { BulkForm } from "./bulk-form";
import { type BulkOperation, planBulk } from "./bulk-plan";
import { BulkReview } from "./bulk-review";
import { operationLabel } from "./bulk-words";

/** What a bulk operation is asked for. */
export interface BulkDialogProps {
  readonly kind: BulkOperation["kind"];
  readonly records: readonly Subscription[];
  /** The recipient to remove or replace, where it is known already. */
  readonly recipient?: string;
  /** What a person should know before it runs. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

/** What nothing has to be asked for. */
function knownOperation({ kind, recipient }: BulkDialogProps): BulkOperation | null {
  if (kind === "delete" || kind === "restore") return { kind };
  return kind === "remove-recipient" && recipient !== undefined ? { kind, recipient } : null;
}

/** Asks for what the operation needs, then shows the review. Import it lazily. */
export function BulkDialog(props: BulkDialogProps): ReactNode {
  const { kind, records, recipient, note, onClose } = props;
  // The list below changes while a run goes on; the plan is of the records that were chosen.
  const [chosen] = useState(records);
  const [operation, setOperation] = useState(() => knownOperation(props));
  const plan = useMemo(() => {
    if (operation === null) return null;
    const writes = planBulk(chosen, operation, new Date());
    const count = writes.reduce((sum, write) => sum + (write.kind === "change" ? 1 : 0), 0);
    return { label: operationLabel(operation, count), writes };
  }, [chosen, operation]);
  if (plan !== null) return <BulkReview {...plan} note={note} onClose={onClose} />;
  return (
    <BulkForm
      kind={kind}
      records={chosen}
      {...(recipient !== undefined && { recipient })}
      onAsked={setOperation}
      onClose={onClose}
    />
  );
}

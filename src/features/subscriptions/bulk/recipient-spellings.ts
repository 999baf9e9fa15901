import type { Subscription } from "@/contract/subscriptions";
import { getRecipients, recipientKey } from "@/features/subscriptions/model/subscription-rules";
import type { BulkOperation } from "./plan-bulk-changes";

/** Returns the recipients that an operation removes or replaces, as they were chosen. */
export function getAffectedRecipients(operation: BulkOperation): readonly string[] {
  if (operation.kind === "replace-recipients") return operation.pairs.map(({ recipient }) => recipient);
  const isAffecting = operation.kind === "remove-recipient" || operation.kind === "replace-recipient";
  return isAffecting ? [operation.recipient] : [];
}

/** Returns all spellings of these recipients in the records. Empty when none differs from what was chosen. */
export function listSpellings(
  records: readonly Subscription[],
  recipients: readonly string[],
): readonly string[] {
  const spellings = records.flatMap((record) => {
    const keys = new Set(recipients.map((recipient) => recipientKey(record.target_type, recipient)));
    return getRecipients(record).filter((part) => keys.has(recipientKey(record.target_type, part)));
  });
  const found = [...new Set(spellings.map((spelling) => spelling.trim()))];
  const chosen = new Set(recipients.map((recipient) => recipient.trim()));
  return found.every((spelling) => chosen.has(spelling)) ? [] : found;
}

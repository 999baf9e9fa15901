import type { Subscription } from "@/api/subscriptions";
import {
  getRecipients,
  isOpaqueTarget,
  recipientKey,
} from "@/features/subscriptions/model/subscription-rules";
import { recipientHint } from "@/lib/recipients/recipients";
import type { BulkOperation } from "./plan-bulk-changes";

/** Returns the recipients that an operation removes or replaces, as spelled by the user. */
export function getAffectedRecipients(operation: BulkOperation): readonly string[] {
  if (operation.kind === "replace-recipients") return operation.pairs.map(({ recipient }) => recipient);
  const isAffecting = operation.kind === "remove-recipient" || operation.kind === "replace-recipient";
  return isAffecting ? [operation.recipient] : [];
}

/**
 * Returns the spellings of the recipients in the records. Omits a recipient whose only spelling is
 * the chosen one.
 */
export function listSpellings(
  records: readonly Subscription[],
  recipients: readonly string[],
): readonly string[] {
  const chosen = new Set(recipients.map((recipient) => recipient.trim()));
  /** Display texts by recipient key, and then by spelling. */
  const groups = new Map<string, Map<string, string>>();
  for (const record of records) {
    if (isOpaqueTarget(record)) continue;
    const { target_type: channel } = record;
    const keys = new Set(recipients.map((recipient) => recipientKey(channel, recipient)));
    for (const part of getRecipients(record)) {
      const key = recipientKey(channel, part);
      if (!keys.has(key)) continue;
      const group = groups.get(key) ?? new Map<string, string>();
      groups.set(key, group.set(part.trim(), recipientHint(channel, part)));
    }
  }
  const affected = [...groups.values()].filter((group) =>
    [...group.keys()].some((part) => !chosen.has(part)),
  );
  return [...new Set(affected.flatMap((group) => [...group.values()]))];
}

import { formatReminderDay } from "@/features/subscriptions/pause/resume-reminder";
import { pluralize } from "@/lib/text/numbers";
import { formatDay } from "@/lib/time/dates";
import type { BulkOperation } from "./plan-bulk-changes";

const subscriptionCount = (count: number) => pluralize(count, "subscription", "subscriptions");

/** Formats the name of an operation: "Remove ana@x.co from 12 subscriptions". */
export function bulkOperationLabel(operation: BulkOperation, count: number): string {
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

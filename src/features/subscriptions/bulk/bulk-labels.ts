import { plural } from "@/lib/text/numbers";
import { formatDay } from "@/lib/time/dates";
import type { BulkOperation } from "./plan-bulk-changes";

const deliveries = (count: number) => plural(count, "delivery", "deliveries");

/** What an operation is called: "Remove ana@x.co from 12 deliveries". */
export function operationLabel(operation: BulkOperation, count: number): string {
  switch (operation.kind) {
    case "delete":
      return `Delete ${deliveries(count)}`;
    case "restore":
      return `Restore ${deliveries(count)}`;
    case "add-recipient":
      return `Add ${operation.recipient.trim()} to ${deliveries(count)}`;
    case "remove-recipient":
      return `Remove ${operation.recipient.trim()} from ${deliveries(count)}`;
    case "replace-recipient":
      return `Replace ${operation.recipient.trim()} with ${operation.by.trim()} in ${deliveries(count)}`;
    case "set-end":
      return operation.until === null
        ? `Remove the end date of ${deliveries(count)}`
        : `Set the end of ${deliveries(count)} to ${formatDay(operation.until)}`;
  }
}

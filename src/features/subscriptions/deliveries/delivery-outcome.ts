import type { DeliveryPage, PastDelivery } from "@/contract/deliveries";

/** Counts the recipients whose delivery failed, completely or in part. */
export function countFailedRecipients({ recipient_results: results }: PastDelivery): number {
  return results.filter(({ status }) => status === "failed" || status === "partial").length;
}

/**
 * Returns the status of a delivery as the results of its recipients show it: the server's status doesn't tell a delivery
 * that failed for some from one that failed for all. Other statuses are returned as served.
 */
export function deliveryOutcome(delivery: PastDelivery): string {
  const { status, recipient_results: results } = delivery;
  if (status !== "completed" && status !== "failed") return status;
  if (results.some((result) => result.status === "partial")) return "partial";
  const failedCount = countFailedRecipients(delivery);
  if (failedCount === 0) return status;
  return failedCount === results.length ? "failed" : "partial";
}

/** Whether the deliveries differ in status, or older ones may. */
export function mayDifferInStatus(page: Pick<DeliveryPage, "results" | "next"> | undefined): boolean {
  if (page === undefined) return false;
  return page.next !== null || new Set(page.results.map(({ status }) => status)).size > 1;
}

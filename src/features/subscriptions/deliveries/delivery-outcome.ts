import type { DeliveryPage, PastDelivery } from "@/api/deliveries";

/** Counts recipients whose delivery failed, at least in part. */
export function countFailedRecipients({ recipient_results: results }: PastDelivery): number {
  return results.filter(({ status }) => status === "failed" || status === "partial").length;
}

/**
 * Derives the status of a completed or failed delivery from its recipients, because the server's
 * status doesn't distinguish a partial failure from a complete one. Returns other statuses
 * unchanged.
 */
export function deliveryOutcome(delivery: PastDelivery): string {
  const { status, recipient_results: results } = delivery;
  if (status !== "completed" && status !== "failed") return status;
  if (results.some((result) => result.status === "partial")) return "partial";
  const failedCount = countFailedRecipients(delivery);
  if (failedCount === 0) return status;
  return failedCount === results.length ? "failed" : "partial";
}

/** Whether a delivery failed, for some recipients or for all. True for a missing status, which doesn't prove a success. */
export function hasFailed(delivery: PastDelivery): boolean {
  const outcome = deliveryOutcome(delivery);
  return outcome === "failed" || outcome === "partial" || outcome === "";
}

/**
 * Whether some but not all deliveries on the page failed. Also true if older pages exist, because
 * their deliveries may differ.
 */
export function mayDifferInFailure(page: Pick<DeliveryPage, "results" | "next"> | undefined): boolean {
  if (page === undefined) return false;
  return page.next !== null || new Set(page.results.map(hasFailed)).size > 1;
}

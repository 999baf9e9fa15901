import { describe, expect, it } from "vitest";
import { listDeliveries } from "@/contract/deliveries";
import { countFailedRecipients, deliveryOutcome, mayDifferInStatus } from "./delivery-outcome";

/** Parses a delivery in the server's format. */
function parseDelivery(status: string, ...results: readonly string[]) {
  const { response } = listDeliveries;
  if (response.kind !== "json") throw new Error("not JSON");
  const recipient_results = results.map((result) => ({ recipient: "ana@example.com", status: result }));
  const page = response.parse({ results: [{ id: "a", status, recipient_results }] });
  const delivery = page.ok ? page.value.results[0] : undefined;
  return delivery ?? expect.fail();
}

describe("the outcome of a delivery", () => {
  it.each([
    ["completed", ["success", "success"], "completed"],
    ["completed", [], "completed"],
    ["failed", [], "failed"],
    ["failed", ["failed", "failed"], "failed"],
    ["failed", ["success", "failed"], "partial"],
    ["completed", ["success", "failed"], "partial"],
    ["completed", ["failed"], "failed"],
    ["completed", ["partial"], "partial"],
    ["completed", ["later"], "completed"],
    ["skipped", ["failed"], "skipped"],
    ["queued", ["failed"], "queued"],
  ])("%s with the results %j is %s", (status, results, outcome) => {
    expect(deliveryOutcome(parseDelivery(status, ...results))).toBe(outcome);
  });

  it("counts the recipients that got nothing, or only a part", () => {
    expect(countFailedRecipients(parseDelivery("completed", "success", "failed", "partial", "later"))).toBe(
      2,
    );
  });
});

describe("a filter by status", () => {
  it.each([
    [["completed", "completed"], null, false],
    [["completed", "failed"], null, true],
    [["completed", "completed"], "older", true],
    [["failed", "failed"], "older", true],
  ])("of %j with the next page %s is useful: %s", (statuses, next, isUseful) => {
    const results = statuses.map((status) => parseDelivery(status));
    expect(mayDifferInStatus({ results, next })).toBe(isUseful);
  });
});

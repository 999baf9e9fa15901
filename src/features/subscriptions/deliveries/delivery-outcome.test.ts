import { describe, expect, it } from "vitest";
import { listDeliveries } from "@/contract/deliveries";
import { countFailedRecipients, deliveryOutcome, hasFailed, mayDifferInFailure } from "./delivery-outcome";

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
    const delivery = parseDelivery(status, ...results);
    expect(deliveryOutcome(delivery)).toBe(outcome);
    expect(hasFailed(delivery)).toBe(outcome === "failed" || outcome === "partial");
  });

  it("isn't a success without a status", () => {
    expect(hasFailed(parseDelivery("", "success"))).toBe(true);
  });

  it("counts the recipients that got nothing, or only a part", () => {
    expect(countFailedRecipients(parseDelivery("completed", "success", "failed", "partial", "later"))).toBe(
      2,
    );
  });
});

describe("a filter of failed deliveries", () => {
  const completed = parseDelivery("completed", "success");
  const partial = parseDelivery("completed", "success", "failed");
  const failed = parseDelivery("failed");
  const skipped = parseDelivery("skipped");

  it.each([
    ["that all succeeded", [completed, skipped], null, false],
    ["that all failed", [failed, partial], null, false],
    ["of which some failed for some recipients", [completed, partial], null, true],
    ["with older ones", [completed, completed], "older", true],
  ])("for deliveries %s", (_, results, next, isUseful) => {
    expect(mayDifferInFailure({ results, next })).toBe(isUseful);
  });
});

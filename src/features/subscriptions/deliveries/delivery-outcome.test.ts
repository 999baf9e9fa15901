import { parseBody } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import { listDeliveries } from "@/api/deliveries";
import {
  countFailedRecipients,
  deliveryOutcome,
  explainsOverdue,
  hasFailed,
  lastDeliveryMessage,
  mayDifferInFailure,
} from "./delivery-messages";

/** Parses a delivery in the server's format. */
function parseDelivery(status: string, ...results: readonly string[]) {
  const recipient_results = results.map((result) => ({ recipient: "ana@example.com", status: result }));
  return parseFields({ status, recipient_results });
}

const parseFields = (fields: object) =>
  parseBody(listDeliveries, { results: [{ id: "a", ...fields }] }).results[0] ?? expect.fail();

describe("the outcome of a delivery", () => {
  it.each([
    ["completed", ["success", "success"], "completed"],
    ["failed", [], "failed"],
    ["failed", ["success", "failed"], "partial"],
    ["completed", ["success", "failed"], "partial"],
    ["completed", ["failed"], "failed"],
    ["completed", ["partial"], "partial"],
    ["completed", ["later"], "completed"],
    ["skipped", ["failed"], "skipped"],
  ])("%s with the results %j is %s", (status, results, outcome) => {
    const delivery = parseDelivery(status, ...results);
    expect(deliveryOutcome(delivery)).toBe(outcome);
    expect(hasFailed(delivery)).toBe(outcome === "failed" || outcome === "partial");
  });

  it("isn't a success without a status, and counts the recipients that got nothing, or only a part", () => {
    expect(hasFailed(parseDelivery("", "success"))).toBe(true);
    expect(countFailedRecipients(parseDelivery("completed", "success", "failed", "partial", "later"))).toBe(
      2,
    );
  });
});

describe("a filter of failed deliveries", () => {
  const completed = parseDelivery("completed", "success");
  const partial = parseDelivery("completed", "success", "failed");
  const skipped = parseDelivery("skipped");

  it.each([
    ["that all succeeded", [completed, skipped], null, false],
    ["of which some failed for some recipients", [completed, partial], null, true],
    ["with older ones", [completed, completed], "older", true],
  ])("for deliveries %s", (_, results, next, isUseful) => {
    expect(mayDifferInFailure({ results, next })).toBe(isUseful);
  });
});

describe("the newest delivery", () => {
  const NOW = new Date("2026-11-21T10:00:00Z");
  const AT = { scheduled_at: "2026-11-16T08:00:00Z" };
  const describeFields = (fields: object) => lastDeliveryMessage(parseFields(fields), NOW);
  const failure = (recipient: string, message?: string) => ({ recipient, status: "failed", error: message });

  it.each<[object, RegExp]>([
    [
      { ...AT, status: "failed", error: { message: "Too large" } },
      /^The delivery of .*16.* failed: Too large\.$/,
    ],
    [{ ...AT, status: "failed", error: "Too large!" }, / failed: Too large!$/],
    [{ ...AT, status: "failed" }, / failed\.$/],
    [
      {
        ...AT,
        status: "completed",
        recipient_results: [{ status: "success" }, failure("a@x.co", "Mailbox full")],
      },
      / failed for 1 of 2 recipients: Mailbox full\.$/,
    ],
    [{ ...AT, status: "completed", error: "Retried" }, /^The delivery of .* was sent\.$/],
    [{ ...AT, status: "skipped" }, / was skipped\.$/],
    [
      { status: "starting", created_at: "2026-11-21T09:59:00Z", trigger_type: "manual" },
      /^The test delivery of .* is being sent\.$/,
    ],
    [{ status: "starting", created_at: "2026-11-21T08:59:00Z" }, / was started, but hasn't finished\.$/],
    [{ status: "queued" }, /^The last delivery has the status “queued”\.$/],
    [{}, /^The last delivery has no status\.$/],
  ])("%j", (fields, message) => {
    expect(describeFields(fields)).toMatch(message);
  });

  it("explains an overdue delivery only if it is the failed one", () => {
    const failed = parseFields({ ...AT, status: "failed" });
    const due = (date: string) => explainsOverdue(failed, { next_delivery_date: date });
    expect(due("2026-11-16T08:00:00Z")).toBe(true);
    expect(due("2026-11-16T08:30:00Z")).toBe(true);
    expect(due("2026-11-17T08:00:00Z")).toBe(false);
    expect(
      explainsOverdue(parseFields({ ...AT, status: "completed" }), { next_delivery_date: AT.scheduled_at }),
    ).toBe(false);
  });
});

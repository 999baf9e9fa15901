import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { compareWithExpected, conflictMessage, replacementConflict } from "./merge-edit";
import { DELIVERY_FIELDS } from "./planned-change";

describe("a deletion that depends on the deliveries of another subscription", () => {
  const served: Partial<Subscription> = {
    enabled: true,
    prompt: "Summarize",
    dashboard_export_insights: [1, 2],
    integration_id: 4,
  };

  it.each<[Partial<Subscription>, string]>([
    [{ enabled: false }, "“Deliveries” is now Paused."],
    [{ prompt: "Compare" }, "“Prompt” is now Compare."],
    [{ dashboard_export_insights: [1] }, "“Selected insights” is now 1."],
    [{ integration_id: null }, "“Slack workspace” is now none."],
    [{ target_value: "cy@example.com" }, "“Recipients” is now cy@example.com."],
  ])("is skipped after %j", (change, text) => {
    const before = buildSubscription(served);
    const current = buildSubscription({ ...served, ...change });
    expect(replacementConflict(current, before, DELIVERY_FIELDS)).toContain(text);
    const deletion = { before, body: { deleted: true }, precondition: DELIVERY_FIELDS };
    expect(compareWithExpected(current, deletion)).toBe("neither");
  });

  it.each<[string, Partial<Subscription>]>([
    ["a newer", served],
    ["an older", {}],
  ])("is sent after another title on %s server", (_name, fields) => {
    const before = buildSubscription(fields);
    const current = buildSubscription({ ...fields, title: "New" });
    expect(replacementConflict(current, before, DELIVERY_FIELDS)).toBeNull();
    const deletion = { before, body: { deleted: true }, precondition: DELIVERY_FIELDS };
    expect(compareWithExpected(current, deletion)).toBe("before");
  });
});

describe("a record without a field of the change", () => {
  const read = (fields: Partial<Subscription>) => buildSubscription({ deleted: undefined, ...fields });

  it.each<[string, Partial<Subscription>, SubscriptionChange]>([
    ["a restore", { deleted: true }, { deleted: false }],
    ["a deletion", { deleted: false }, { deleted: true }],
    ["a resume", { enabled: false }, { enabled: true }],
  ])("isn't up to date: %s is sent", (_name, old, body) => {
    const change = { before: buildSubscription(old), body };
    expect(compareWithExpected(read({}), change)).toBe("before");
  });

  it("proves no unchanged precondition", () => {
    const before = buildSubscription({ enabled: true });
    const deletion = { before, body: { deleted: true }, precondition: DELIVERY_FIELDS };
    expect(compareWithExpected(read({}), deletion)).toBe("neither");
  });

  it("isn't in conflict only because Trash is unknown", () => {
    const change = { before: buildSubscription(), body: { title: "New" } };
    expect(compareWithExpected(read({}), change)).toBe("before");
  });
});

describe("a change whose values the record already has", () => {
  const before = buildSubscription({ target_value: "ana@example.com", enabled: true });
  const body = { target_value: "ana@example.com,bo@example.com" };
  const change = { before, body, precondition: DELIVERY_FIELDS };

  it("needs no request", () => {
    expect(compareWithExpected({ ...before, ...body, title: "New" }, change)).toBe("after");
  });

  it.each<[Partial<Subscription>, string]>([
    [{ deleted: true }, "Someone else changed “State” to In Trash. Your change wasn't saved."],
    [{ enabled: false }, "Someone else changed “Deliveries” to Paused. Your change wasn't saved."],
    [{ frequency: "yearly" }, "Someone else changed “Frequency” to yearly. Your change wasn't saved."],
  ])("is skipped after %j", (other, message) => {
    const current = { ...before, ...body, ...other };
    expect(compareWithExpected(current, change)).toBe("neither");
    expect(conflictMessage(current, change)).toBe(message);
  });

  it("is up to date in Trash if the change is a deletion", () => {
    const deletion = { before, body: { deleted: true }, precondition: DELIVERY_FIELDS };
    expect(compareWithExpected({ ...before, deleted: true, enabled: false }, deletion)).toBe("after");
  });
});

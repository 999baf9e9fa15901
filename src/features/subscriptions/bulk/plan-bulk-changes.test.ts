import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { normaliseAddress, splitRecipients } from "@/lib/recipients/recipients";
import { sampleSubscription } from "@/testing/build-subscription";
import { type BulkOperation, planBulk } from "./plan-bulk-changes";

const NOW = new Date("2026-11-21T12:00:00Z");

/** What the operation makes of one record: the body it sends, or kind and reason. */
function verdict(fields: Partial<Subscription>, operation: BulkOperation): unknown {
  const [write] = planBulk([sampleSubscription(fields)], operation, NOW);
  if (write === undefined) return undefined;
  if (write.kind === "change") return write.body;
  return "why" in write ? `${write.kind}: ${write.why}` : write.kind;
}

const to = (target_value: string, target_type = "email") => ({ target_value, target_type });
const add = (recipient: string): BulkOperation => ({ kind: "add-recipient", recipient });
const remove = (recipient: string): BulkOperation => ({ kind: "remove-recipient", recipient });
const replace = (recipient: string, by: string): BulkOperation => ({
  kind: "replace-recipient",
  recipient,
  by,
});
const end = (until: string | null): BulkOperation => ({ kind: "set-end", until });

it("plans each record in its order, by its id and its name", () => {
  const records = [sampleSubscription({ id: 3 }), sampleSubscription({ id: 1, title: null, deleted: true })];
  const plan = planBulk(records, { kind: "delete" }, NOW);
  expect(plan).toEqual([
    {
      key: "3",
      name: "Weekly figures",
      resource: "subscription",
      kind: "change",
      before: records[0],
      body: { deleted: true },
    },
    {
      key: "1",
      name: "Dashboard 12 to ana@example.com and 1 more",
      kind: "nothing",
      why: "It is in the bin already.",
    },
  ]);
});

describe("delete and restore", () => {
  it("move what is not there yet", () => {
    expect(verdict({}, { kind: "delete" })).toEqual({ deleted: true });
    expect(verdict({ deleted: true }, { kind: "delete" })).toBe("nothing: It is in the bin already.");
    expect(verdict({ deleted: true }, { kind: "restore" })).toEqual({ deleted: false });
    expect(verdict({}, { kind: "restore" })).toBe("nothing: It is not in the bin.");
  });
});

describe("an edit of what is in the bin", () => {
  it.each([add("c@x.co"), remove("ana@example.com"), replace("ana@example.com", "c@x.co"), end(null)])(
    "is not possible: $kind",
    (operation) => {
      expect(verdict({ deleted: true }, operation)).toBe("impossible: It is in the bin: restore it first.");
    },
  );
});

describe("adding a recipient", () => {
  it("puts it behind the others, which stay byte for byte", () => {
    expect(verdict(to("Ana@X.co, bo@x.co"), add(" cy@x.co "))).toEqual({
      target_value: "Ana@X.co, bo@x.co,cy@x.co",
    });
    expect(verdict(to(""), add("cy@x.co"))).toEqual({ target_value: "cy@x.co" });
  });

  it("has nothing to do where it is there in other letters", () => {
    expect(verdict(to("bo@x.co, ANA@x.co "), add("ana@X.co"))).toBe("nothing: ana@X.co receives it already.");
  });

  it("is possible for e-mail only", () => {
    expect(verdict(to("#sales", "slack"), add("cy@x.co"))).toBe(
      "impossible: Slack delivers to one place; only e-mail has a list of recipients.",
    );
    expect(verdict(to("https://x.co/a", "webhook"), add("cy@x.co"))).toContain(
      "impossible: Webhook delivers",
    );
    expect(verdict(to("room", "pigeon"), add("cy@x.co"))).toContain("impossible: pigeon delivers");
  });

  it("refuses what the form refuses", () => {
    expect(verdict({}, add("cy@x,bo@y"))).toBe("impossible: “cy@x,bo@y” is not an e-mail address.");
    expect(verdict({}, add(""))).toBe("impossible: “” is not an e-mail address.");
  });
});

describe("removing a recipient", () => {
  it("takes it out however it is written, as often as it is there", () => {
    expect(verdict(to("ANA@x.co , bo@x.co,ana@x.co"), remove("ana@x.co"))).toEqual({
      target_value: " bo@x.co",
    });
  });

  it("keeps the blanks and letters of the others", () => {
    expect(verdict(to(" Bo@X.co ,ana@x.co,  Cy@x.co"), remove("ana@x.co"))).toEqual({
      target_value: " Bo@X.co ,  Cy@x.co",
    });
  });

  it("has nothing to do where it is not", () => {
    expect(verdict(to("bo@x.co"), remove("ana@x.co"))).toBe("nothing: It does not go to ana@x.co.");
    // Part of another address.
    expect(verdict(to("joana@x.co"), remove("ana@x.co"))).toBe("nothing: It does not go to ana@x.co.");
  });

  it("never leaves a delivery without anybody", () => {
    const words =
      "impossible: ana@x.co is the only recipient, and a delivery needs one. Replace the recipient, or delete the delivery.";
    expect(verdict(to("ana@x.co"), remove("ana@x.co"))).toBe(words);
    expect(verdict(to("ana@x.co, ,ANA@x.co,"), remove("ana@x.co"))).toBe(words);
    expect(verdict(to("#sales", "slack"), remove("#Sales"))).toContain("impossible: #Sales is the only");
  });
});

describe("replacing a recipient", () => {
  it("puts the new one in its place", () => {
    expect(verdict(to("bo@x.co, Ana@x.co,cy@x.co"), replace("ana@x.co", "di@x.co"))).toEqual({
      target_value: "bo@x.co,di@x.co,cy@x.co",
    });
    expect(verdict(to("ana@x.co,bo@x.co,ANA@x.co"), replace("ana@x.co", "di@x.co"))).toEqual({
      target_value: "di@x.co,bo@x.co",
    });
    expect(verdict(to("ana@x.co"), replace("ana@x.co", "di@x.co"))).toEqual({ target_value: "di@x.co" });
  });

  it("only removes where the new one is there already", () => {
    expect(verdict(to(" Di@X.co,ana@x.co"), replace("ana@x.co", "di@x.co"))).toEqual({
      target_value: " Di@X.co",
    });
  });

  it("has nothing to do where the old one is not, or both are the same", () => {
    expect(verdict(to("bo@x.co"), replace("ana@x.co", "di@x.co"))).toBe(
      "nothing: It does not go to ana@x.co.",
    );
    expect(verdict(to("ana@x.co"), replace("ana@x.co", " ANA@x.co"))).toBe(
      "nothing: Both are the same address.",
    );
  });

  it("works for a channel or a web address, where the new one is valid", () => {
    expect(verdict(to("#sales", "slack"), replace("#sales", "#revenue"))).toEqual({
      target_value: "#revenue",
    });
    expect(verdict(to("https://x.co/a", "webhook"), replace("https://x.co/a", "https://x.co/b"))).toEqual({
      target_value: "https://x.co/b",
    });
    expect(verdict(to("https://x.co/a", "webhook"), replace("https://x.co/a", "di@x.co"))).toBe(
      "impossible: “di@x.co” is not a web address that starts with https://.",
    );
    expect(verdict(to("ana@x.co"), replace("ana@x.co", "#sales"))).toContain("is not an e-mail address");
    // Two addresses: servers tell the letters of a path apart.
    expect(verdict(to("https://x.co/A", "webhook"), replace("https://x.co/a", "https://x.co/b"))).toContain(
      "nothing",
    );
  });
});

describe("setting the end", () => {
  const started = { start_date: "2026-11-02T08:00:00Z" };

  it("changes the date, or takes it away", () => {
    expect(verdict(started, end("2026-12-31T23:00:00Z"))).toEqual({ until_date: "2026-12-31T23:00:00Z" });
    expect(verdict({ until_date: "2026-12-31T23:00:00Z" }, end(null))).toEqual({ until_date: null });
  });

  it("has nothing to do where it is so", () => {
    expect(verdict({ until_date: "2026-12-31T23:00:00.000Z" }, end("2026-12-31T23:00:00Z"))).toBe(
      "nothing: It ends then already.",
    );
    expect(verdict({ until_date: null }, end(null))).toBe("nothing: It has no end date.");
  });

  it("refuses an end before the start, and one at it", () => {
    expect(verdict(started, end("2026-11-01T08:00:00Z"))).toMatch(
      /^impossible: The end lies before its start .*2026/,
    );
    expect(verdict(started, end("2026-11-02T08:00:00Z"))).toMatch(
      /^impossible: The end lies at its start .*2026/,
    );
    expect(verdict(started, end("soon"))).toBe("impossible: “soon” is no date.");
  });

  it("ends what runs today, and leaves what has ended", () => {
    const past = end("2026-11-20T08:00:00Z");
    expect(verdict(started, past)).toEqual({ until_date: "2026-11-20T08:00:00Z" });
    const ended = { ...started, until_date: "2026-11-10T08:00:00Z", next_delivery_date: null };
    expect(verdict(ended, past)).toMatch(/^nothing: It has ended already .*10/);
    // A later end brings it back to life.
    expect(verdict(ended, end("2026-12-31T08:00:00Z"))).toEqual({ until_date: "2026-12-31T08:00:00Z" });
  });
});

const address = fc
  .tuple(fc.constantFrom("ana", "bo", "cy", "di"), fc.constantFrom("x.co", "Y.co"))
  .map(([name, domain]) => `${name}@${domain}`);
const written = fc
  .tuple(address, fc.constantFrom("", " ", "  "), fc.boolean())
  .map(([text, blank, isLoud]) => blank + (isLoud ? text.toUpperCase() : text));
const list = fc.array(written, { minLength: 1, maxLength: 6 });

it("keeps every other recipient byte for byte and in its order, whatever the list", () => {
  fc.assert(
    fc.property(list, address, address, (parts, old, by) => {
      const others = (value: string) =>
        splitRecipients(value).filter(
          (part) => ![old, by].map(normaliseAddress).includes(normaliseAddress(part)),
        );
      const before = parts.join(",");
      for (const operation of [add(by), remove(old), replace(old, by)]) {
        const [write] = planBulk([sampleSubscription(to(before))], operation, NOW);
        const after = write?.kind === "change" ? (write.body.target_value ?? before) : before;
        expect(others(after)).toEqual(others(before));
        expect(splitRecipients(after).length).toBeGreaterThan(0);
        // The same once more has nothing left to do.
        const [again] = planBulk([sampleSubscription(to(after))], operation, NOW);
        expect(again?.kind).not.toBe("change");
      }
    }),
  );
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { addressKey } from "@/lib/recipients/email-match";
import { splitRecipients } from "@/lib/recipients/recipients";
import { delivery, LEA, membershipOf, person } from "@/testing/build-offboarding";
import {
  addressMistake,
  FIRST_CHOICES,
  type OffboardingChoices,
  type OffboardingStep,
  planOffboarding,
} from "./offboarding-plan";
import { findLeaver, type Leaver } from "./offboarding-scan";

const ADDRESS_ONLY: Leaver = { uuid: null, email: LEA.email, name: "" };

function find(deliveries: readonly Subscription[], leaver = LEA) {
  return findLeaver(leaver, { members: [], deliveries });
}

function plan(deliveries: readonly Subscription[], choices: Partial<OffboardingChoices> = {}, leaver = LEA) {
  return planOffboarding(leaver, find(deliveries, leaver), { ...FIRST_CHOICES, ...choices });
}

/** What would be sent for the only step, or why nothing is. */
function sent(step: OffboardingStep | undefined): unknown {
  if (step?.write.kind === "change") return step.write.body;
  return step && "why" in step.write ? `${step.write.kind}: ${step.write.why}` : step?.write.kind;
}

function only(fields: Partial<Subscription>, choices: Partial<OffboardingChoices> = {}) {
  const steps = plan([delivery(fields)], choices);
  expect(steps).toHaveLength(1);
  return steps[0];
}

const to = (target_value: string) => ({ target_value });
const REPLACE = { treatment: "replace", by: "di@x.co" } as const;

describe("what a leaver has", () => {
  it("is every delivery by e-mail that reaches them, in any spelling, once by its id", () => {
    const found = find([
      delivery({ id: 3, target_value: "bo@x.co, LEA@X.CO ,lea@x.co" }),
      delivery({ id: 1, target_value: "Lea <lea@x.co>" }),
      delivery({ id: 2, target_value: "julea@x.co" }),
      delivery({ id: 4, target_type: "slack", target_value: "lea@x.co" }),
      delivery({ id: 5, target_type: "webhook", target_value: "https://x.co/lea@x.co" }),
      delivery({ id: 3, target_value: "bo@x.co, LEA@X.CO ,lea@x.co" }),
    ]);
    expect(found.reached.map(({ record, spellings, isLast }) => [record.id, spellings, isLast])).toEqual([
      [1, ["Lea <lea@x.co>"], true],
      [3, [" LEA@X.CO ", "lea@x.co"], false],
    ]);
  });

  it("counts where it may reach them, when two readings of the lists disagree", () => {
    const [active, binned] = [delivery({ id: 1 }), delivery({ id: 1, deleted: true })];
    for (const deliveries of [
      [active, binned],
      [binned, active],
    ]) {
      expect(find(deliveries).reached.map(({ record }) => record.deleted)).toEqual([false]);
    }
  });

  it("is alone with letters that nobody sees", () => {
    expect(find([delivery({ target_value: "lea@x.co,\u200B" })]).reached[0]?.isLast).toBe(true);
  });

  it("is the membership, by UUID before the address", () => {
    const same = membershipOf({ ...LEA, email: "renamed@x.co" });
    const other = membershipOf({ ...LEA, uuid: "0190aaaa-0000-4000-8000-000000000002" });
    expect(findLeaver(LEA, { members: [other, same], deliveries: [] }).membership).toBe(same);
    expect(findLeaver(LEA, { members: [other], deliveries: [] }).membership).toBeNull();
    const shouted = { ...ADDRESS_ONLY, email: " LEA@x.co" };
    expect(findLeaver(shouted, { members: [other], deliveries: [] }).membership).toBe(other);
  });

  it("is what they have created, also in the bin, whoever gets it", () => {
    const mine = { created_by: person(LEA.uuid, "old@x.co"), target_value: "bo@x.co" };
    const deliveries = [
      delivery({ id: 2, ...mine, deleted: true }),
      delivery({ id: 1, ...mine }),
      delivery({ id: 3, created_by: person("0190aaaa-0000-4000-8000-000000000003", "bo@x.co") }),
      delivery({ id: 4, created_by: null }),
    ];
    expect(find(deliveries).created.map(({ id }) => id)).toEqual([1, 2]);
  });

  it("is nothing for a leaver whose address nobody knows", () => {
    const nobody = { ...LEA, email: "" };
    const found = find([delivery({ target_value: ", ,bo@x.co" })], nobody);
    expect(found.reached).toEqual([]);
  });
});

describe("the steps", () => {
  it("are the membership, the deliveries and then the bin, which is not ticked", () => {
    const deliveries = [delivery({ id: 1, deleted: true }), delivery({ id: 2 })];
    const findings = findLeaver(LEA, { members: [membershipOf(LEA)], deliveries });
    const steps = planOffboarding(LEA, findings, FIRST_CHOICES);
    expect(steps.map(({ key, kind, isTicked }) => [key, kind, isTicked])).toEqual([
      ["membership", "membership", true],
      ["delivery 2", "delivery", true],
      ["bin 1", "bin", false],
    ]);
    expect(steps[0]?.write).toEqual({
      key: "membership",
      name: "Lea Ver",
      resource: "member",
      kind: "remove",
      before: membershipOf(LEA),
    });
  });

  it("are ticked as a person has ticked them", () => {
    const steps = plan([delivery({ id: 1, deleted: true }), delivery({ id: 2 })], {
      ticks: { "delivery 2": false, "bin 1": true },
    });
    expect(steps.map(({ isTicked }) => isTicked)).toEqual([false, true]);
  });

  it("say that a membership without a person cannot be taken away", () => {
    const member = { ...membershipOf(LEA), user: person(null, LEA.email) };
    const [step] = planOffboarding(
      ADDRESS_ONLY,
      findLeaver(ADDRESS_ONLY, { members: [member], deliveries: [] }),
      FIRST_CHOICES,
    );
    expect(sent(step)).toBe("impossible: The server does not say who this membership is of.");
  });
});

describe("taking out", () => {
  it("leaves the others byte for byte", () => {
    expect(sent(only(to(" Bo@X.co ,LEA@x.co,  Cy@x.co, lea@x.co ")))).toEqual(to(" Bo@X.co ,  Cy@x.co"));
  });

  it("deletes softly where nobody else gets it, or redirects it", () => {
    const alone = to("lea@x.co, LEA@x.co ,");
    expect(sent(only(alone))).toEqual({ deleted: true });
    const redirected = only(alone, { whenLast: "redirect", redirectTo: " di@x.co " });
    expect(sent(redirected)).toEqual(to("di@x.co"));
    expect(redirected).toMatchObject({ isLast: true, sendsTo: "di@x.co" });
    expect(sent(only(alone, { whenLast: "redirect", redirectTo: "di" }))).toBe(
      "impossible: “di” is not an e-mail address.",
    );
  });

  it("cannot leave a delivery without anybody, however it is asked for", () => {
    const step = only(to("lea@x.co"), { own: { "delivery 1": { kind: "remove" } } });
    expect(sent(step)).toContain("impossible: Nobody else gets it");
  });

  it("takes an address out of the bin, where that is wished", () => {
    expect(sent(only({ deleted: true }))).toEqual(to("bo@x.co"));
    expect(sent(only({ deleted: true, ...to("lea@x.co") }))).toContain("impossible: It is in the bin");
    const wished = { own: { "bin 1": { kind: "delete" } } } as const;
    expect(sent(only({ deleted: true }, wished))).toBe("nothing: It is in the bin already.");
  });
});

describe("replacing", () => {
  it("puts the other one in the first place of the leaver", () => {
    const step = only(to("bo@x.co, LEA@x.co,cy@x.co,lea@x.co"), REPLACE);
    expect(sent(step)).toEqual(to("bo@x.co,di@x.co,cy@x.co"));
    expect(step).toMatchObject({ isThere: false, sendsTo: "di@x.co" });
  });

  it("only takes out where the other one is in it already, in whatever spelling", () => {
    const step = only(to(" DI@X.co ,lea@x.co"), REPLACE);
    expect(sent(step)).toEqual(to(" DI@X.co "));
    expect(step).toMatchObject({ isThere: true, sendsTo: null });
  });

  it("sends nothing at once from the bin", () => {
    expect(only({ deleted: true }, REPLACE)).toMatchObject({ sendsTo: null });
  });

  it("treats one otherwise than all", () => {
    const steps = plan([delivery({ id: 1 }), delivery({ id: 2 }), delivery({ id: 3 })], {
      ...REPLACE,
      own: { "delivery 2": { kind: "delete" }, "delivery 3": { kind: "replace", by: "ed@x.co" } },
    });
    expect(steps.map(sent)).toEqual([to("di@x.co,bo@x.co"), { deleted: true }, to("ed@x.co,bo@x.co")]);
  });

  it.each([
    ["", "Say who gets it instead."],
    ["di", "“di” is not an e-mail address."],
    ["di@x.co,ed@x.co", "“di@x.co,ed@x.co” is not an e-mail address."],
    [" LEA@x.co", "This is the address that leaves."],
    [" di@x.co ", null],
  ])("judges %j", (by, mistake) => {
    expect(addressMistake(LEA, by)).toBe(mistake);
  });
});

const local = fc.constantFrom("lea", "bo", "cy", "julea", "lea.ver");
const address = fc.tuple(local, fc.constantFrom("x.co", "y.co")).map((parts) => parts.join("@"));
const blank = fc.constantFrom("", " ", "  ", "\t", "\u00A0", "\u200B");
const inCapitals = fc.func(fc.boolean());

/** The same address in other letters and between other blanks. */
function spelledLike(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const written = fc.tuple(text, inCapitals, blank, blank).map(([plain, isLoud, before, after]) => {
    const letters = [...plain].map((letter, place) => (isLoud(place) ? letter.toUpperCase() : letter));
    return `${before}${letters.join("")}${after}`;
  });
  return fc.oneof(
    { weight: 5, arbitrary: written },
    { weight: 1, arbitrary: written.map((each) => `Somebody <${each}>`) },
  );
}

const others = fc.array(spelledLike(address.filter((each) => each !== LEA.email)), { maxLength: 5 });
const leavers = fc.array(spelledLike(fc.constant(LEA.email)), { minLength: 1, maxLength: 3 });
/** A target value with the leaver in it, and those who are not. */
const target = fc
  .tuple(others, leavers, fc.infiniteStream(fc.nat()), fc.boolean())
  .map(([rest, mine, places, hasGap]) => {
    const parts: string[] = [...rest];
    for (const each of mine) parts.splice(places.next().value % (parts.length + 1), 0, each);
    return { value: parts.join(hasGap ? ",," : ","), rest };
  });
const choices = fc.record({
  treatment: fc.constantFrom("remove" as const, "replace" as const),
  by: fc.constantFrom("di@x.co", " bo@x.co"),
  whenLast: fc.constantFrom("delete" as const, "redirect" as const),
  redirectTo: fc.constantFrom("di@x.co"),
});

it("leaves nothing of a leaver in any list, and everybody else byte for byte and in order", () => {
  fc.assert(
    fc.property(target, choices, ({ value, rest }, chosen) => {
      const record = delivery({ target_value: value });
      const [step, ...more] = plan([record], chosen);
      expect(more).toEqual([]);
      if (step?.write.kind !== "change" || step.kind !== "delivery" || step.write.resource !== "subscription")
        throw new Error("not planned");
      const { body } = step.write;
      if (body.deleted) {
        expect([rest, chosen.treatment, chosen.whenLast]).toEqual([[], "remove", "delete"]);
        return;
      }
      const after = body.target_value ?? "";
      const { treatment } = step;
      const comes = treatment.kind === "replace" && !step.isThere ? treatment.by.trim() : null;
      const left = splitRecipients(after);
      expect(left.filter((part) => part !== comes)).toEqual(rest);
      expect(left.map(addressKey)).not.toContain(LEA.email);
      expect(left.length).toBeGreaterThan(0);
      const by = treatment.kind === "replace" ? addressKey(treatment.by) : null;
      if (by !== null) expect(left.map(addressKey)).toContain(by);
      expect(step.sendsTo).toBe(comes);
      // What is done is not found again.
      expect(plan([{ ...record, target_value: after }], chosen)).toEqual([]);
    }),
  );
});

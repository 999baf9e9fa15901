import {
  buildMembership,
  buildOffboardingSubscription,
  buildUserSummary,
  LEA_VER,
} from "@test/support/builders";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExplicitMember, MemberAccess } from "@/api/members";
import type { Subscription } from "@/api/subscriptions";
import { addressKey } from "@/lib/recipients/email-match";
import { splitRecipients } from "@/lib/recipients/recipients";
import { type DepartingMember, matchMember } from "./match-member";
import type { OffboardingChoices, OffboardingStep } from "./offboarding-plan";
import { DEFAULT_CHOICES, planOffboarding, replacementIssue } from "./offboarding-plan";

const ADDRESS_ONLY: DepartingMember = { uuid: null, email: LEA_VER.email, name: "" };

function find(subscriptions: readonly Subscription[], departingMember = LEA_VER) {
  return matchMember(departingMember, { members: [], subscriptions });
}

function plan(
  subscriptions: readonly Subscription[],
  choices: Partial<OffboardingChoices> = {},
  departingMember = LEA_VER,
) {
  return planOffboarding(departingMember, find(subscriptions, departingMember), {
    ...DEFAULT_CHOICES,
    ...choices,
  });
}

/** Returns the step's request body, or the reason for not sending it. */
function sentBody(step: OffboardingStep | undefined): unknown {
  if (step?.change.kind === "change") return step.change.body;
  return step && "why" in step.change ? `${step.change.kind}: ${step.change.why}` : step?.change.kind;
}

function only(fields: Partial<Subscription>, choices: Partial<OffboardingChoices> = {}) {
  const steps = plan([buildOffboardingSubscription(fields)], choices);
  expect(steps).toHaveLength(1);
  return steps[0];
}

const to = (target_value: string) => ({ target_value });
const REPLACE = { treatment: "replace", by: "di@x.co" } as const;

describe("matchMember", () => {
  it("finds subscriptions by any form of the email, without duplicates", () => {
    const found = find([
      buildOffboardingSubscription({ id: 3, target_value: "bo@x.co, LEA@X.CO ,lea@x.co" }),
      buildOffboardingSubscription({ id: 1, target_value: "Lea <lea@x.co>" }),
      buildOffboardingSubscription({ id: 2, target_value: "julea@x.co" }),
      buildOffboardingSubscription({ id: 4, target_type: "slack", target_value: "lea@x.co" }),
      buildOffboardingSubscription({ id: 5, target_type: "webhook", target_value: "https://x.co/lea@x.co" }),
      buildOffboardingSubscription({ id: 3, target_value: "bo@x.co, LEA@X.CO ,lea@x.co" }),
    ]);
    expect(found.affected.map(({ record, isLast }) => [record.id, isLast])).toEqual([
      [1, true],
      [3, false],
    ]);
  });

  it("prefers the active record when two lists disagree", () => {
    const both = [false, true].map((deleted) => buildOffboardingSubscription({ id: 1, deleted }));
    for (const subscriptions of [both, both.toReversed()])
      expect(find(subscriptions).affected.map(({ record }) => record.deleted)).toEqual([false]);
  });

  it("ignores entries of invisible characters when it looks for other recipients", () => {
    expect(
      find([buildOffboardingSubscription({ target_value: "lea@x.co,\u200B" })]).affected[0]?.isLast,
    ).toBe(true);
  });

  it("matches the membership by UUID before email", () => {
    const same = buildMembership({ ...LEA_VER, email: "renamed@x.co" });
    const other = buildMembership({ ...LEA_VER, uuid: "0190aaaa-0000-4000-8000-000000000002" });
    expect(matchMember(LEA_VER, { members: [other, same], subscriptions: [] }).membership).toBe(same);
    expect(matchMember(LEA_VER, { members: [other], subscriptions: [] }).membership).toBeNull();
    const shouted = { ...ADDRESS_ONLY, email: " LEA@x.co" };
    expect(matchMember(shouted, { members: [other], subscriptions: [] }).membership).toBe(other);
  });

  it("finds created subscriptions, including those in Trash", () => {
    const mine = { created_by: buildUserSummary(LEA_VER.uuid, "old@x.co"), target_value: "bo@x.co" };
    const subscriptions = [
      buildOffboardingSubscription({ id: 2, ...mine, deleted: true }),
      buildOffboardingSubscription({ id: 1, ...mine }),
      buildOffboardingSubscription({
        id: 3,
        created_by: buildUserSummary("0190aaaa-0000-4000-8000-000000000003", "bo@x.co"),
      }),
      buildOffboardingSubscription({ id: 4, created_by: null }),
    ];
    expect(find(subscriptions).created.map(({ id }) => id)).toEqual([1, 2]);
  });

  it("finds no received subscriptions without an email", () => {
    const nobody = { ...LEA_VER, email: "" };
    const found = find([buildOffboardingSubscription({ target_value: ", ,bo@x.co" })], nobody);
    expect(found.affected).toEqual([]);
  });
});

describe("planOffboarding", () => {
  it("orders membership, active and deleted subscriptions, and doesn't select deleted ones", () => {
    const subscriptions = [
      buildOffboardingSubscription({ id: 1, deleted: true }),
      buildOffboardingSubscription({ id: 2 }),
    ];
    const findings = matchMember(LEA_VER, { members: [buildMembership(LEA_VER)], subscriptions });
    const steps = planOffboarding(LEA_VER, findings, DEFAULT_CHOICES);
    expect(steps.map(({ key, kind, isSelected }) => [key, kind, isSelected])).toEqual([
      ["membership", "membership", true],
      ["subscription 2", "subscription", true],
      ["trash 1", "trash", false],
    ]);
    expect(steps[0]?.change).toEqual({
      key: "membership",
      name: "Lea Ver",
      resource: "member",
      kind: "remove",
      before: buildMembership(LEA_VER),
    });
  });

  it("can't remove a membership without a user", () => {
    const member = { ...buildMembership(LEA_VER), user: buildUserSummary(null, LEA_VER.email) };
    const [step] = planOffboarding(
      ADDRESS_ONLY,
      matchMember(ADDRESS_ONLY, { members: [member], subscriptions: [] }),
      DEFAULT_CHOICES,
    );
    expect(sentBody(step)).toBe(
      "impossible: The server didn't return this user, so the membership can't be removed here. Remove it on the server.",
    );
  });
});

describe("access that remains without an explicit level", () => {
  const buildAccess = (fields: Partial<MemberAccess["project"]> = {}): MemberAccess => ({
    organization_membership_id: "o-1",
    user: buildUserSummary(LEA_VER.uuid, LEA_VER.email),
    organization_level: 1,
    project: {
      access_level: null,
      effective_access_level: "member",
      inherited_access_level: "member",
      inherited_access_level_reason: "project_default",
      minimum: "none",
      maximum: "admin",
      ...fields,
    },
  });
  const planAccess = (access: MemberAccess, members: readonly ExplicitMember[] = []) =>
    planOffboarding(
      LEA_VER,
      matchMember(LEA_VER, { members, access: [access], subscriptions: [] }),
      DEFAULT_CHOICES,
    ).map(({ change }) => change);
  const member = buildMembership(LEA_VER);

  it("is closed with “No access”, because a removal would leave it", () => {
    expect(planAccess(buildAccess())).toMatchObject([
      { kind: "create", body: { user_uuid: LEA_VER.uuid, level: 0 } },
    ]);
    expect(planAccess(buildAccess({ access_level: "member" }), [member])).toMatchObject([
      { kind: "change", before: member, body: { level: 0 } },
    ]);
  });

  const NEWEST = { inherited_access_level: undefined, inherited_access_level_reason: undefined };

  it.each([
    ["from a role", { inherited_access_level_reason: "role_override" }],
    ["in the newest form", { ...NEWEST, inherited_access: { access_level: "admin", source: "role" } }],
    ["of an unknown level", { inherited_access_level: "viewer" }],
    ["that the server doesn't report", NEWEST],
    [
      "that the server doesn't report, with no effective level",
      { ...NEWEST, effective_access_level: "none" },
    ],
    ["with unknown limits", { minimum: null }],
  ])("is closed %s, because anything may remain", (_, fields) => {
    expect(planAccess(buildAccess(fields))).toMatchObject([{ kind: "create", body: { level: 0 } }]);
    expect(planAccess(buildAccess({ ...fields, access_level: "member" }), [member])).toMatchObject([
      { kind: "change", body: { level: 0 } },
    ]);
  });

  it.each([
    ["older", { inherited_access_level: "none" }],
    ["newest", { ...NEWEST, inherited_access: null }],
  ])("needn't be closed if nothing is inherited, in the %s form", (_, fields) => {
    expect(planAccess(buildAccess({ ...fields, effective_access_level: "none" }))).toEqual([]);
    expect(planAccess(buildAccess({ ...fields, access_level: "member" }), [member])).toMatchObject([
      { kind: "remove" },
    ]);
  });

  it.each([
    ["of an organization administrator", { inherited_access_level: "admin", minimum: "admin" } as const, 8],
    ["above the server's minimum", { minimum: "member" } as const, 1],
  ])("%s is reported, because no level can close it", (_, fields, organization_level) => {
    const access = { ...buildAccess(fields), organization_level };
    expect(planAccess(access)).toMatchObject([
      { kind: "impossible", why: expect.stringMatching(/access from .* remains\. (To end it|Remove it)/) },
    ]);
    expect(planAccess(access, [member])).toMatchObject([{ kind: "remove" }]);
  });

  it.each(["viewer", undefined])("isn't changed over the unknown rule %s", (access_level) => {
    expect(planAccess(buildAccess({ access_level }))).toMatchObject([
      { kind: "impossible", why: expect.stringContaining("unknown level") },
    ]);
  });

  it.each([["member"], ["none"], ["admin"]])(
    "never loses a closing rule under %s",
    (inherited_access_level) => {
      const inherited_access = { level: null, reason: "", minimum: null, maximum: null };
      const closed = { ...member, level: 0, effective_level: 0, inherited_access };
      const access = buildAccess({
        ...NEWEST,
        access_level: "none",
        effective_access_level: inherited_access_level,
      });
      expect(planAccess(access, [closed])).toMatchObject([{ kind: "nothing" }]);
    },
  );
});

describe("access of a person without an explicit level, on servers with explicit members", () => {
  const colleague = (level: number | null) => ({
    id: "o-1",
    user: buildUserSummary(LEA_VER.uuid, LEA_VER.email),
    level,
    joined_at: null,
  });
  const planColleague = (level: number | null, isProjectOpen: boolean | null) =>
    planOffboarding(
      LEA_VER,
      matchMember(LEA_VER, {
        members: [],
        organization: [colleague(level)],
        isEveryone: true,
        isProjectOpen,
        subscriptions: [],
      }),
      DEFAULT_CHOICES,
    ).map(({ change }) => change);

  it.each([
    [8, false, "Administrator access from the organization remains. To end it, remove the person from the"],
    [15, null, "Owner access from the organization remains. To end it, remove the person from the"],
    [
      1,
      true,
      "Member access from the organization remains. To end it, remove the person from the organization or",
    ],
  ])("at organization level %s, open project %s: reports what ends it", (level, isOpen, why) => {
    expect(planColleague(level, isOpen)).toMatchObject([
      { kind: "impossible", why: expect.stringContaining(why) },
    ]);
  });

  it("isn't reported if there is none or if it is unknown", () => {
    expect(planColleague(1, false)).toEqual([]);
    expect(planColleague(1, null)).toEqual([]);
    expect(planColleague(null, true)).toEqual([]);
  });

  it.each([
    [true, 0],
    [false, null],
  ])("is none for an outsider only if everyone in the organization is known: %s", (isEveryone, level) => {
    const sources = { members: [], organization: [], isEveryone, subscriptions: [] };
    expect(matchMember(LEA_VER, sources).others.parent_level).toBe(level);
  });
});

describe("removing an email", () => {
  it("moves a subscription without another recipient to Trash, or redirects it", () => {
    const alone = to("lea@x.co, LEA@x.co ,");
    expect(sentBody(only(alone))).toEqual({ deleted: true });
    const redirected = only(alone, { whenLast: "redirect", redirectTo: " di@x.co " });
    expect(sentBody(redirected)).toEqual(to("di@x.co,"));
    expect(redirected).toMatchObject({ isLast: true });
    expect(sentBody(only(alone, { whenLast: "redirect", redirectTo: "di" }))).toBe(
      "impossible: “di” isn't a valid email address.",
    );
  });

  it("never leaves a subscription without recipients", () => {
    const step = only(to("lea@x.co"), { own: { "subscription 1": { kind: "remove" } } });
    expect(sentBody(step)).toContain("impossible: There's no other recipient");
  });

  it("removes an email from a subscription in Trash if selected", () => {
    expect(sentBody(only({ deleted: true }))).toEqual(to("bo@x.co"));
    expect(sentBody(only({ deleted: true, ...to("lea@x.co") }))).toContain(
      "There's no other recipient. Replace the address.",
    );
    const wished = { own: { "trash 1": { kind: "delete" } } } as const;
    expect(sentBody(only({ deleted: true }, wished))).toBe("nothing: Already in Trash.");
  });
});

describe("replacing an email", () => {
  it("inserts the replacement at the first occurrence", () => {
    const step = only(to("bo@x.co, LEA@x.co,cy@x.co,lea@x.co"), REPLACE);
    expect(sentBody(step)).toEqual(to("bo@x.co,di@x.co,cy@x.co"));
    expect(step).toMatchObject({ isAlreadyRecipient: false });
  });

  it("applies an exception to one subscription", () => {
    const subscriptions = [1, 2, 3].map((id) => buildOffboardingSubscription({ id }));
    const own = {
      "subscription 2": { kind: "delete" },
      "subscription 3": { kind: "replace", by: "ed@x.co" },
    } as const;
    const steps = plan(subscriptions, { ...REPLACE, own });
    expect(steps.map(sentBody)).toEqual([to("di@x.co,bo@x.co"), { deleted: true }, to("ed@x.co,bo@x.co")]);
  });

  it.each([
    ["", "Enter a replacement."],
    ["di", "“di” isn't a valid email address."],
    ["di@x.co,ed@x.co", "“di@x.co,ed@x.co” isn't a valid email address."],
    [" LEA@x.co", "This is the departing member's email address. Enter a different one."],
    [" di@x.co ", null],
  ])("validates %j", (by, issue) => {
    expect(replacementIssue(LEA_VER, by)).toBe(issue);
  });
});

const local = fc.constantFrom("lea", "bo", "cy", "julea", "lea.ver");
const address = fc.tuple(local, fc.constantFrom("x.co", "y.co")).map((parts) => parts.join("@"));
const blank = fc.constantFrom("", " ", "  ", "\t", "\u00A0", "\u200B");
const inCapitals = fc.func(fc.boolean());

/** Generates spellings of an email address with different case, whitespace, or a display name. */
function spelledLike(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const written = fc.tuple(text, inCapitals, blank, blank).map(([plain, isLoud, before, after]) => {
    const letters = [...plain].map((letter, index) => (isLoud(index) ? letter.toUpperCase() : letter));
    return `${before}${letters.join("")}${after}`;
  });
  return fc.oneof(
    { weight: 5, arbitrary: written },
    { weight: 1, arbitrary: written.map((each) => `Somebody <${each}>`) },
  );
}

const others = fc.array(spelledLike(address.filter((each) => each !== LEA_VER.email)), { maxLength: 5 });
const departingAddresses = fc.array(spelledLike(fc.constant(LEA_VER.email)), { minLength: 1, maxLength: 3 });
/** Generates a recipient list with the departing member, and its other recipients as `rest`. */
const target = fc
  .tuple(others, departingAddresses, fc.infiniteStream(fc.nat()), fc.boolean())
  .map(([rest, mine, offsets, hasGap]) => {
    const parts: string[] = [...rest];
    for (const each of mine) parts.splice(offsets.next().value % (parts.length + 1), 0, each);
    return { value: parts.join(hasGap ? ",," : ","), rest };
  });
const choices = fc.record({
  treatment: fc.constantFrom("remove" as const, "replace" as const),
  by: fc.constantFrom("di@x.co", " bo@x.co"),
  whenLast: fc.constantFrom("delete" as const, "redirect" as const),
  redirectTo: fc.constantFrom("di@x.co"),
});

it("removes every form and keeps the others unchanged and in order", () => {
  fc.assert(
    fc.property(target, choices, ({ value, rest }, chosen) => {
      const record = buildOffboardingSubscription({ target_value: value });
      const [step, ...more] = plan([record], chosen);
      expect(more).toEqual([]);
      if (
        step?.change.kind !== "change" ||
        step.kind !== "subscription" ||
        step.change.resource !== "subscription"
      )
        throw new Error("not planned");
      const { body } = step.change;
      if (body.deleted) {
        expect([rest, chosen.treatment, chosen.whenLast]).toEqual([[], "remove", "delete"]);
        return;
      }
      const after = body.target_value ?? "";
      const { treatment } = step;
      const replacement =
        treatment.kind === "replace" && !step.isAlreadyRecipient ? treatment.by.trim() : null;
      const left = splitRecipients(after);
      expect(left.filter((part) => part !== replacement)).toEqual(rest);
      expect(left.map(addressKey)).not.toContain(LEA_VER.email);
      expect(left.length).toBeGreaterThan(0);
      const by = treatment.kind === "replace" ? addressKey(treatment.by) : null;
      if (by !== null) expect(left.map(addressKey)).toContain(by);
      expect(plan([{ ...record, target_value: after }], chosen)).toEqual([]);
    }),
  );
});

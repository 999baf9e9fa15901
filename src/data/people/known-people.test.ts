import { buildMember, buildSubscription, buildUser } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { MemberAccess } from "@/api/members";
import type { UserSummary } from "@/api/parsers";
import { accessLevelOf, collectKnownPeople, type KnownPerson } from "./known-people";

const NO_DATA = { id: null, first_name: "", last_name: "", email: "", is_email_verified: null };
const user = (uuid: string | null, fields: Partial<UserSummary> = {}): UserSummary =>
  buildUser({ ...NO_DATA, role_at_organization: null, uuid, ...fields });

const membership = (person: UserSummary | null, parent_level: number | null = null) =>
  buildMember({ user: person, parent_level, effective_level: null });
const inOrganization = (person: UserSummary | null, level: number | null) => ({
  id: "o",
  user: person,
  level,
  joined_at: null,
});
const served = (person: UserSummary | null, effective_access_level: "none" | "member"): MemberAccess => ({
  organization_membership_id: "o",
  user: person,
  organization_level: 1,
  project: {
    access_level: null,
    effective_access_level,
    inherited_access_level: effective_access_level,
    inherited_access_level_reason: "project_default",
    minimum: null,
    maximum: null,
  },
});
const delivery = (created_by: UserSummary | null) => buildSubscription({ created_by });

const NOTHING = { organization: [], members: [], subscriptions: [] };

describe("collectKnownPeople", () => {
  it("merges organization members, project members and creators, sorted by name", () => {
    const people = collectKnownPeople({
      organization: [inOrganization(user("A1", { first_name: "Zoe", email: "zoe@x.co" }), 8)],
      members: [
        membership(user("b2", { first_name: "Bo", is_email_verified: false }), 15),
        membership(user("a1", { first_name: "Someone else", is_email_verified: true }), 1),
        membership(null),
      ],
      subscriptions: [
        [delivery(user("c3", { email: "cy@x.co" })), delivery(null)],
        [
          delivery(user("b2", { first_name: "Bo", email: "bo@x.co" })),
          delivery(user(null, { email: "n@x.co" })),
        ],
      ],
    });
    expect(people).toEqual([
      {
        uuid: "b2",
        name: "Bo",
        email: "bo@x.co",
        isVerified: false,
        organizationLevel: 15,
        isMember: true,
        effectiveLevel: 15,
      },
      {
        uuid: "c3",
        name: "cy@x.co",
        email: "cy@x.co",
        isVerified: null,
        organizationLevel: null,
        isMember: false,
      },
      {
        uuid: "A1",
        name: "Zoe",
        email: "zoe@x.co",
        isVerified: true,
        organizationLevel: 8,
        isMember: true,
        effectiveLevel: 1,
      },
    ]);
  });

  it("uses the UUID as name until a record has a name", () => {
    const nameless = collectKnownPeople({ ...NOTHING, members: [membership(user("a1"))] });
    expect(nameless).toMatchObject([{ uuid: "a1", name: "a1", email: "" }]);
    const named = collectKnownPeople({
      ...NOTHING,
      members: [membership(user("a1"))],
      subscriptions: [[delivery(user("a1", { first_name: "Ana", last_name: "Lima" }))]],
    });
    expect(named).toMatchObject([{ uuid: "a1", name: "Ana Lima", isMember: true }]);
  });

  it("adds everyone whose access the server gives", () => {
    const people = collectKnownPeople({
      ...NOTHING,
      access: [served(user("a1", { first_name: "Ana" }), "none"), served(user("b2"), "member")],
      subscriptions: [[delivery(user("a1", { email: "ana@x.co" })), delivery(user("c3"))]],
    });
    expect(people).toMatchObject([
      { uuid: "a1", name: "Ana", email: "ana@x.co", effectiveLevel: 0, isMember: false },
      { uuid: "b2", effectiveLevel: 1, inheritedAccess: { level: 1, reason: "project_default" } },
      { uuid: "c3" },
    ]);
    expect(people[2]).not.toHaveProperty("effectiveLevel");
  });
});

describe("accessLevelOf", () => {
  const person = (organizationLevel: number | null, fields: Partial<KnownPerson> = {}): KnownPerson => ({
    uuid: "a1",
    name: "Ana",
    email: "",
    isVerified: null,
    organizationLevel,
    isMember: false,
    ...fields,
  });
  const inheritedAccess = { level: null, reason: "", minimum: null, maximum: null };

  it.each([
    ["an administrator in a private project", person(8), false, true, 8],
    ["an administrator if the project may be open", person(8), null, false, 8],
    ["a plain member in a private project", person(1), false, true, 0],
    ["a plain member in an open project", person(1), true, true, 1],
    ["a plain member if the project may be open", person(1), null, true, null],
    ["a person if the organization is unknown", person(null), false, false, null],
    ["an outsider", person(null), true, true, 0],
    ["a person with an explicit level", person(1, { effectiveLevel: 8 }), null, false, 8],
    ["a person with unknown access", person(1, { inheritedAccess, effectiveLevel: null }), false, true, null],
  ] as const)("of %s", (_, known, isProjectOpen, isEveryone, level) => {
    expect(accessLevelOf(known, { isProjectOpen, isEveryone })).toBe(level);
  });
});

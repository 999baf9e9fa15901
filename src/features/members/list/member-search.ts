import { type ExplicitMember, MEMBER_LEVELS } from "@/api/members";
import { explainLevel, getEffectiveLevel, isLevelRedundant, levelLabel } from "@/data/changes/access-levels";
import type { Collection } from "@/data/collection/collection";
import { memberId } from "@/data/members/members";
import { accessSourceLabel } from "@/features/members/model/member-messages";
import { memberName } from "@/features/members/model/member-rules";
import { createListSearch } from "@/lib/search/list-search";
import type { SearchField } from "@/lib/search/record-schema";
import { parseInstant } from "@/lib/time/dates";
import { hasExplicitLevel, isMarkedAsCurrentUser, type ListedPerson } from "./listed-people";

const toTimestamp = (iso: string | null) => (iso === null ? null : (parseInstant(iso)?.getTime() ?? null));
const emailOf = ({ user }: ListedPerson) => user?.email ?? "";
const isUnverified = ({ user }: ListedPerson) => user?.is_email_verified === false;

/** Returns the strings that match a level: number, label, and "admin" for administrators. */
function levelTexts(level: number | null): readonly string[] {
  if (level === null) return [];
  const short = level === MEMBER_LEVELS.administrator ? ["admin"] : [];
  return [...short, String(level), levelLabel(level)];
}

/** A `choice` field that accepts any number, because servers may have other levels. */
function levelField(
  name: string,
  label: string,
  read: (member: ListedPerson) => number | null,
): SearchField<ListedPerson> {
  return {
    name,
    label,
    kind: "choice",
    texts: (member) => levelTexts(read(member)),
    suggestions: ["admin", "member"],
    suggest(member) {
      const level = read(member);
      if (level === null || level === MEMBER_LEVELS.administrator || level === MEMBER_LEVELS.member)
        return [];
      return [level === MEMBER_LEVELS.owner ? "owner" : String(level)];
    },
  };
}

/** Indexes of fields in the result of `searchableTexts`. */
const TEXT_INDEX = { name: 0, email: 1 } as const;

const QUERY_FIELDS: readonly SearchField<ListedPerson>[] = [
  {
    name: "name",
    label: "Name",
    kind: "text",
    searchTextPart: TEXT_INDEX.name,
    texts: (member) => [memberName(member)],
  },
  {
    name: "email",
    label: "Email",
    kind: "text",
    searchTextPart: TEXT_INDEX.email,
    texts: (member) => [emailOf(member)],
  },
  levelField("level", "Explicit level: admin, member, or a number", ({ level }) => level),
  levelField("org", "Organization level", ({ parent_level }) => parent_level),
  levelField("effective", "Effective level", getEffectiveLevel),
  {
    name: "joined",
    label: "Joined",
    kind: "date",
    direction: "past",
    time: (member) => toTimestamp(member.joined_at),
  },
  {
    name: "updated",
    label: "Updated",
    kind: "date",
    direction: "past",
    time: (member) => toTimestamp(member.updated_at),
  },
  {
    name: "is",
    label: "State",
    kind: "state",
    values: [
      { value: "redundant", label: "Redundant explicit level" },
      { value: "unverified", label: "Unverified email" },
      { value: "me", label: "You (owner of the API key)" },
    ],
    states: { redundant: isLevelRedundant, unverified: isUnverified, me: isMarkedAsCurrentUser },
  },
];

/** Returns the texts that search words without a field name can match. */
function searchableTexts(member: ListedPerson): readonly string[] {
  return [
    memberName(member),
    emailOf(member),
    hasExplicitLevel(member) ? levelLabel(member.level) : "None",
    levelLabel(member.parent_level),
    levelLabel(getEffectiveLevel(member)),
    accessSourceLabel(member),
    explainLevel(member),
    isMarkedAsCurrentUser(member) ? "You" : "",
    isUnverified(member) ? "Not verified" : "",
    member.user?.uuid ?? "",
    member.id,
  ];
}

export const MEMBER_SEARCH = createListSearch<ListedPerson, Collection<ExplicitMember>>({
  id: memberId,
  words: searchableTexts,
  fields: QUERY_FIELDS,
  sorts: {
    person: memberName,
    email: (member) => emailOf(member) || null,
    verified: ({ user }) => (user?.is_email_verified == null ? null : Number(user.is_email_verified)),
    level: ({ level }) => level,
    organization: ({ parent_level }) => parent_level,
    effective: getEffectiveLevel,
    why: explainLevel,
    joined: (member) => toTimestamp(member.joined_at),
    updated: (member) => toTimestamp(member.updated_at),
    uuid: ({ user }) => user?.uuid ?? null,
  },
});

import { type ExplicitMember, MEMBER_LEVELS } from "@/api/members";
import { explainLevel, getEffectiveLevel, isLevelRedundant, levelLabel } from "@/data/changes/access-levels";
import type { Collection } from "@/data/collection/collection";
import { memberId } from "@/data/members/members";
import { accessSourceLabel } from "@/features/members/model/member-messages";
import { memberName } from "@/features/members/model/member-rules";
import { type Completion, completeQuery } from "@/lib/query/query-completion";
import { type ParsedQuery, parseQuery } from "@/lib/query/query-text";
import { type RecordSchema, type SearchField } from "@/lib/search/record-schema";
import { createIndexCache } from "@/lib/search/record-search";
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
  {
    // Accepts any number, because servers may have other levels.
    name: "level",
    label: "Explicit level: admin, member, or a number",
    kind: "choice",
    texts: ({ level }) => levelTexts(level),
  },
  {
    name: "org",
    label: "Organization level",
    kind: "choice",
    texts: (member) => levelTexts(member.parent_level),
  },
  {
    name: "effective",
    label: "Effective level",
    kind: "choice",
    texts: (member) => levelTexts(getEffectiveLevel(member)),
  },
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

export const schema: RecordSchema<ListedPerson> = {
  id: memberId,
  words: searchableTexts,
  fields: QUERY_FIELDS,
  sorts: {
    person: memberName,
    email: (member) => emailOf(member) || null,
    level: ({ level }) => level,
    organization: ({ parent_level }) => parent_level,
    effective: getEffectiveLevel,
    why: explainLevel,
    joined: (member) => toTimestamp(member.joined_at),
    updated: (member) => toTimestamp(member.updated_at),
    uuid: ({ user }) => user?.uuid ?? null,
  },
};

export const indexOf = createIndexCache<Collection<ExplicitMember>, ListedPerson>(schema);

/** Parses a search query. Never throws. Syntax errors are part of the result. */
export function parse(text: string): ParsedQuery {
  return parseQuery(text, QUERY_FIELDS);
}

// Maximum number of records sampled for suggestions. More would be slower without improving them.
const MAX_SAMPLED_RECORDS = 2_000;

/** Suggests fields and values at the caret. Values come from `records`. */
export function complete(text: string, caret: number, records: readonly ListedPerson[]): Completion {
  const sample = records.slice(0, MAX_SAMPLED_RECORDS);
  return completeQuery(text, caret, QUERY_FIELDS, (name) => {
    if (name === "email") return sample.map(emailOf);
    if (name === "name") return sample.map(memberName);
    return ["admin", "member", ...sample.flatMap((member) => levelNames(name, member))];
  });
}

/**
 * Returns a list with the search value for a member's level. Empty for an unknown level, and for
 * levels whose values are always suggested.
 */
function levelNames(field: string, member: ListedPerson): readonly string[] {
  const level =
    field === "org" ? member.parent_level : field === "effective" ? getEffectiveLevel(member) : member.level;
  if (level === MEMBER_LEVELS.administrator || level === MEMBER_LEVELS.member || level === null) return [];
  return [level === MEMBER_LEVELS.owner ? "owner" : String(level)];
}

/** Fields that the search help lists. */
export const fields = QUERY_FIELDS;

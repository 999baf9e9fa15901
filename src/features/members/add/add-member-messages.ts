import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";

/** Reason why an entry can't be added as a member. */
export type PersonIssue =
  | { readonly kind: "unrecognized" | "ambiguous" | "unknown" | "stranger" | "self" }
  /** `ruled`: the server has access controls, and the person has a level, possibly “No access”. */
  | { readonly kind: "member" | "ruled"; readonly name: string }
  /** `other` is an earlier entry for the same person. */
  | { readonly kind: "duplicate"; readonly other: string };

/** Explains why `text` can't be added as a member. */
export function personIssueMessage(text: string, issue: PersonIssue): string {
  switch (issue.kind) {
    case "unrecognized":
      return `“${text}” isn't an email or UUID. Choose a suggestion or paste a UUID.`;
    case "ambiguous":
      return `“${text}” belongs to several people. Enter a UUID instead.`;
    case "unknown":
      return `Couldn't find “${text}”. Enter the person's UUID instead.`;
    case "stranger":
      return `“${text}” isn't in the organization. Invite them on the server first.`;
    case "self":
      return `“${text}” is you. You can't add yourself.`;
    case "member":
      return `“${text}” (${issue.name}) is already a member.`;
    case "ruled":
      return `“${text}” (${issue.name}) already has an explicit level. Change it in the list.`;
    case "duplicate":
      return `“${text}” is the same person as “${issue.other}”. Remove one of them.`;
  }
}

export const NO_PEOPLE = "Enter a name, email, or UUID.";

export function tooManyPeopleMessage(count: number, max: number): string {
  return `Enter at most ${formatCount(max)} people. You entered ${formatCount(count)}.`;
}

/**
 * Formats the message for a rejected person.
 * @param serverText the server's reason, or null
 */
export function rejectionMessage(
  name: string,
  serverText: string | null,
  { title, detail }: Problem,
): string {
  return serverText === null
    ? `${name}: ${title}. ${detail}`
    : `Couldn't add ${name}. Server response: “${serverText}”`;
}

/** @param failedMembers people who may not have been added */
export function addFailureTitle(
  failedMembers: readonly { readonly name: string }[],
  isOutcomeUnknown: boolean,
): string {
  const [first] = failedMembers;
  if (first === undefined || failedMembers.length > 1) {
    // If an outcome is unknown, one of the members may have been added, so a count may be wrong.
    return isOutcomeUnknown
      ? "Couldn't confirm that all members were added"
      : `Couldn't add ${pluralize(failedMembers.length, "member", "members")}`;
  }
  return isOutcomeUnknown ? `Couldn't confirm that ${first.name} was added` : `Couldn't add ${first.name}`;
}

/**
 * Combines the rejections of individual people with a problem that stopped the rest.
 * @param rejections one message per rejected person
 */
export function addFailureProblem(
  title: string,
  rejections: readonly string[],
  problem: Problem | null,
): Problem | null {
  if (rejections.length === 0) return problem;
  const generalDetails = problem === null ? [] : [`${problem.title}. ${problem.detail}`];
  return { title, detail: [...rejections, ...generalDetails].join(" "), canRetry: true };
}

export function partlyAddedAnnouncement(
  addedCount: number,
  failedCount: number,
  rejections: readonly string[],
): string {
  return `${formatCount(addedCount)} added, ${formatCount(failedCount)} failed. ${rejections.join(" ")}`;
}

/** Describes a partial success. Shown above the remaining people in the form. */
export function partlyAddedNotice(names: readonly string[]): Omit<Problem, "canRetry"> {
  return {
    title: `${pluralize(names.length, "member", "members")} added`,
    detail: `${formatList(names)}. The others are still in the form.`,
  };
}

/** Returns the name of a single person, or the number of people. */
export function addedPeopleLabel(names: readonly string[]): string {
  const [first] = names;
  return first !== undefined && names.length === 1 ? first : pluralize(names.length, "member", "members");
}

/** Limited because more names don't fit in a toast. */
const MAX_NAMED = 5;

/** Lists up to `MAX_NAMED` names, then the number of remaining people. */
export function addedPeopleNames(names: readonly string[]): string {
  const remainingCount = names.length - MAX_NAMED;
  return formatList(
    remainingCount > 0 ? [...names.slice(0, MAX_NAMED), `${formatCount(remainingCount)} more`] : names,
  );
}

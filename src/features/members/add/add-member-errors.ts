import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import type { NewMember } from "./parse-people";
import type { AddMembersResult } from "./use-add-members";

/** Says who was not added, no surer than is known. @param left those who are not known to be added */
export function addFailureTitle(
  failedMembers: readonly NewMember[],
  { unknownOutcomes }: Pick<AddMembersResult, "unknownOutcomes">,
): string {
  const [first] = failedMembers;
  if (first === undefined || failedMembers.length > 1) {
    // One of them may have been added.
    return unknownOutcomes === null
      ? `Couldn't add ${pluralize(failedMembers.length, "member", "members")}`
      : "Couldn't add all members";
  }
  return unknownOutcomes === null
    ? `Couldn't add ${first.name}`
    : `Couldn't confirm that ${first.name} was added`;
}

/** Why they were not: the server's words for each, and what would have met all others. */
export function addFailureProblem(
  title: string,
  { rejected: refused, problem }: Pick<AddMembersResult, "rejected" | "problem">,
): Problem | null {
  if (refused.size === 0) return problem;
  const generalDetails = problem === null ? [] : [`${problem.title}. ${problem.detail}`];
  return { title, detail: [...refused.values(), ...generalDetails].join(" "), canRetry: true };
}

import { plural } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import type { Newcomer } from "./parse-people";
import type { AddOutcome } from "./use-add-members";

/** Says who was not added, no surer than is known. @param left those who are not known to be added */
export function notAddedTitle(left: readonly Newcomer[], { unclear }: Pick<AddOutcome, "unclear">): string {
  const [first] = left;
  if (first === undefined || left.length > 1) {
    // One of them may be in all the same.
    return unclear === null
      ? `${plural(left.length, "person", "people")} were not added`
      : "Not everybody was added";
  }
  return unclear === null ? `${first.name} was not added` : `It is not certain that ${first.name} was added`;
}

/** Why they were not: the server's words for each, and what would have met all others. */
export function notAddedProblem(
  title: string,
  { refused, problem }: Pick<AddOutcome, "refused" | "problem">,
): Problem | null {
  if (refused.size === 0) return problem;
  const rest = problem === null ? [] : [`${problem.title}. ${problem.detail}`];
  return { title, detail: [...refused.values(), ...rest].join(" "), canRetry: true };
}

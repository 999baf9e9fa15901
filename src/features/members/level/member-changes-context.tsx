import { createContext, use } from "react";
import type { ExplicitMember } from "@/contract/members";
import { type Standing, UNKNOWN_STANDING } from "@/features/members/model/member-rules";
import type { Problem } from "@/lib/text/problem";

/** A change of a level that has failed. */
export interface FailedLevel {
  readonly problem: Problem;
  /** Whether it may have been made all the same. */
  readonly isUnclear: boolean;
}

/** What can be done to members, by whom, and what has failed last. */
export interface MemberMoves {
  readonly standing: Standing;
  readonly changeLevel: (member: ExplicitMember, level: number) => void;
  readonly remove: (member: ExplicitMember) => void;
  /** Why the last change of a member's level has failed, by the member's id. */
  readonly failures: ReadonlyMap<string, FailedLevel>;
}

const NO_MOVES: MemberMoves = {
  standing: UNKNOWN_STANDING,
  changeLevel: () => undefined,
  remove: () => undefined,
  failures: new Map(),
};

/** Beside the columns: what the cells of all rows need must not draw the rows again. */
export const MovesContext = createContext<MemberMoves>(NO_MOVES);

/** The moves of the page around. */
export function useMoves(): MemberMoves {
  return use(MovesContext);
}

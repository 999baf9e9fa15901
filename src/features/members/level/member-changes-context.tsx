import { createContext, use } from "react";
import type { ExplicitMember } from "@/contract/members";
import { type CurrentPermissions, UNKNOWN_PERMISSIONS } from "@/features/members/model/member-rules";
import type { Problem } from "@/lib/text/problem";

/** A change of a level that has failed. */
export interface LevelChangeFailure {
  readonly problem: Problem;
  /** Whether it may have been made all the same. */
  readonly hasUnknownOutcome: boolean;
}

/** What can be done to members, by whom, and what has failed last. */
export interface MemberChanges {
  readonly permissions: CurrentPermissions;
  readonly changeLevel: (member: ExplicitMember, level: number) => void;
  readonly remove: (member: ExplicitMember) => void;
  /** Why the last change of a member's level has failed, by the member's id. */
  readonly failures: ReadonlyMap<string, LevelChangeFailure>;
}

const NO_MEMBER_CHANGES: MemberChanges = {
  permissions: UNKNOWN_PERMISSIONS,
  changeLevel: () => undefined,
  remove: () => undefined,
  failures: new Map(),
};

/** Beside the columns: what the cells of all rows need must not draw the rows again. */
export const MemberChangesContext = createContext<MemberChanges>(NO_MEMBER_CHANGES);

/** The moves of the page around. */
export function useMemberChangesContext(): MemberChanges {
  return use(MemberChangesContext);
}

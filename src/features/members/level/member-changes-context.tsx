import { createContext, use } from "react";
import type { ExplicitMember } from "@/api/members";
import { type CurrentPermissions, UNKNOWN_PERMISSIONS } from "@/features/members/model/member-rules";
import type { Problem } from "@/lib/text/problem";

export interface LevelChangeFailure {
  readonly problem: Problem;
  /** Whether the level may have changed anyway. */
  readonly hasUnknownOutcome: boolean;
}

export interface MemberChanges {
  readonly permissions: CurrentPermissions;
  readonly changeLevel: (member: ExplicitMember, level: number) => void;
  readonly remove: (member: ExplicitMember) => void;
  /** Latest failure by member ID. */
  readonly failures: ReadonlyMap<string, LevelChangeFailure>;
}

const NO_MEMBER_CHANGES: MemberChanges = {
  permissions: UNKNOWN_PERMISSIONS,
  changeLevel: () => undefined,
  remove: () => undefined,
  failures: new Map(),
};

/** Uses a context, because changed column props would rerender all rows. */
export const MemberChangesContext = createContext<MemberChanges>(NO_MEMBER_CHANGES);

export function useMemberChangesContext(): MemberChanges {
  return use(MemberChangesContext);
}

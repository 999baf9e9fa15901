import type { ExplicitMember } from "@/api/members";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import { isOwnMembership, memberName } from "@/features/members/model/member-rules";
import shared from "@/ui/theme/shared.module.css";
import classes from "./person-cells.module.css";

interface MemberCellProps {
  readonly member: Pick<ExplicitMember, "id" | "user">;
}

export function PersonCell({ member }: MemberCellProps) {
  const { permissions } = useMemberChangesContext();
  return (
    <>
      {memberName(member)}
      {isOwnMembership(member, permissions) && <span className={classes.currentUser}>You</span>}
    </>
  );
}

/** Marks only unverified addresses. */
export function EmailCell({ member }: MemberCellProps) {
  const { email = "", is_email_verified: isVerified = null } = member.user ?? {};
  if (email === "" || isVerified !== false) return email || "—";
  return (
    <>
      <span className={classes.email}>{email}</span>
      <span className={classes.unverified}>Not verified</span>
    </>
  );
}

/** Marks verified and unverified addresses. */
export function EmailFact({ member }: MemberCellProps) {
  return (
    <>
      <EmailCell member={member} />
      {member.user?.is_email_verified === true && (
        <span className={`${shared.caption} ${classes.mark}`}>Verified</span>
      )}
    </>
  );
}

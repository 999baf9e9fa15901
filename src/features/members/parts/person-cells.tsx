import type { ExplicitMember } from "@/contract/members";
import { explainLevel } from "@/data/changes/access-levels";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import { accessSourceLabel } from "@/features/members/model/member-messages";
import { isOwnMembership, memberName } from "@/features/members/model/member-rules";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { CheckIcon, WarningIcon } from "@/ui/theme/icons";
import classes from "./person-cells.module.css";

interface MemberCellProps {
  readonly member: ExplicitMember;
}

export function PersonCell({ member }: MemberCellProps) {
  const { permissions } = useMemberChangesContext();
  return (
    <>
      <span className={member.user === null ? classes.left : undefined}>{memberName(member)}</span>
      {isOwnMembership(member, permissions) && <span className={classes.currentUser}>You</span>}
    </>
  );
}

export function EmailCell({ member }: MemberCellProps) {
  const { email = "", is_email_verified: isVerified = null } = member.user ?? {};
  if (email === "") return "—";
  return (
    <span className={classes.email}>
      <span className={classes.text}>{email}</span>
      {isVerified === true && (
        <span className={classes.verified} title="Verified">
          <CheckIcon size={14} />
          <HiddenText>Verified</HiddenText>
        </span>
      )}
      {isVerified === false && (
        <span className={classes.unverified}>
          <WarningIcon size={14} /> Not verified
        </span>
      )}
    </span>
  );
}

/** Explains the effective level in a sentence, or in one word if there is little room. */
export function AccessReasonCell({ member }: MemberCellProps) {
  const explanation = explainLevel(member);
  return (
    <>
      <span className={classes.reason}>{explanation}</span>
      <span className={classes.label} title={explanation} aria-hidden="true">
        {accessSourceLabel(member)}
      </span>
    </>
  );
}

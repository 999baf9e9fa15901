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

/** A member's name, and whether it is the key holder's own. */
export function PersonCell({ member }: MemberCellProps) {
  const { permissions } = useMemberChangesContext();
  return (
    <>
      <span className={member.user === null ? classes.left : undefined}>{memberName(member)}</span>
      {isOwnMembership(member, permissions) && <span className={classes.currentUser}>You</span>}
    </>
  );
}

/** A member's address, and whether it is verified, where the server says so. */
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

/** Where the effective level comes from: a sentence where there is room for one, else in a word. */
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

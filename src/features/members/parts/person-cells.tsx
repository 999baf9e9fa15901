import type { ExplicitMember } from "@/contract/members";
import { whyLevel } from "@/data/changes/access-levels";
import { useMoves } from "@/features/members/level/member-changes-context";
import { isOwn, nameOf, sourceWord } from "@/features/members/model/member-rules";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { CheckIcon, WarningIcon } from "@/ui/theme/icons";
import classes from "./person-cells.module.css";

interface CellProps {
  readonly member: ExplicitMember;
}

/** A member's name, and whether it is the key holder's own. */
export function PersonCell({ member }: CellProps) {
  const { standing } = useMoves();
  return (
    <>
      <span className={member.user === null ? classes.left : undefined}>{nameOf(member)}</span>
      {isOwn(member, standing) && <span className={classes.you}>You</span>}
    </>
  );
}

/** A member's address, and whether it is verified, where the server says so. */
export function AddressCell({ member }: CellProps) {
  const { email = "", is_email_verified: isVerified = null } = member.user ?? {};
  if (email === "") return "—";
  return (
    <span className={classes.address}>
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
export function WhyCell({ member }: CellProps) {
  const why = whyLevel(member);
  return (
    <>
      <span className={classes.why}>{why}</span>
      <span className={classes.word} title={why} aria-hidden="true">
        {sourceWord(member)}
      </span>
    </>
  );
}

import { Tooltip, VisuallyHidden } from "@mantine/core";
import type { ExplicitMember } from "@/api/members";
import { levelLabel } from "@/data/changes/access-levels";
import { useProjectAccess } from "@/data/members/access-controls";
import { memberId } from "@/data/members/members";
import { isOwnMembership, levelRefusal, memberName } from "@/features/members/model/member-rules";
import { MenuOfActions } from "@/ui/overlay/action-menu";
import { HelpText, HelpTip } from "@/ui/overlay/panel";
import { CheckIcon, ErrorIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./level-cell.module.css";
import { type LevelChangeFailure, useMemberChangesContext } from "./use-member-changes";

interface LevelControlProps {
  readonly member: ExplicitMember;
}

/** Shows the level menu, and an error icon after a failed change. */
export function LevelCell({ member }: LevelControlProps) {
  const failure = useMemberChangesContext().failures.get(memberId(member));
  return (
    <span className={classes.cell}>
      <LevelControl member={member} />
      {failure && <LevelErrorIcon failure={failure} />}
    </span>
  );
}

function LevelErrorIcon({
  failure: { problem, hasUnknownOutcome },
}: {
  readonly failure: LevelChangeFailure;
}) {
  const outcome = hasUnknownOutcome ? "Outcome unknown" : "Not changed";
  return (
    <Tooltip label={`${outcome}. ${problem.title}. ${problem.detail}`}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users reach the tooltip */}
      <span className={classes.failed} tabIndex={0}>
        <ErrorIcon size={14} />
        <VisuallyHidden>{outcome}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}

function LevelControl({ member }: LevelControlProps) {
  const { permissions, changeLevel } = useMemberChangesContext();
  const getActions = () =>
    permissions.levels.map((level) => ({
      id: String(level),
      label: levelLabel(level),
      icon: level === member.level ? <CheckIcon /> : null,
      disabledReason: levelRefusal(member, level, permissions),
      onSelect: () => changeLevel(member, level),
    }));
  return (
    <MenuOfActions actions={getActions}>
      {(ref) => (
        <button
          ref={ref}
          type="button"
          className={classes.button}
          aria-label={`Level of ${memberName(member)}: ${levelLabel(member.level)}`}
        >
          {levelLabel(member.level)}
        </button>
      )}
    </MenuOfActions>
  );
}

export function LevelHelp() {
  const hasAccessControls = useProjectAccess() !== undefined;
  return (
    <HelpTip topic="levels">
      <HelpText>
        <strong>Members</strong> can view and edit everything in the project. <strong>Administrators</strong>{" "}
        can also manage its members.
      </HelpText>
      {hasAccessControls ? (
        <>
          <HelpText>
            The <strong>explicit</strong> level is set here, for one person. It replaces the project default
            and can be <strong>No access</strong>.
          </HelpText>
          <HelpText>
            The server computes the <strong>effective</strong> level and reports the reason. Administrators
            and owners of the organization always have full access.
          </HelpText>
        </>
      ) : (
        <>
          <HelpText>
            The <strong>explicit</strong> level is set here, for this project only. The{" "}
            <strong>organization</strong> level is set on the server.
          </HelpText>
          <HelpText>
            The <strong>effective</strong> level is the higher of the two. Without an explicit level, only
            administrators and owners of the organization have access.
          </HelpText>
        </>
      )}
    </HelpTip>
  );
}

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

import { Tooltip, VisuallyHidden } from "@mantine/core";
import type { ExplicitMember } from "@/api/members";
import { levelLabel } from "@/data/changes/access-levels";
import { memberId } from "@/data/members/members";
import { levelRefusal, memberName } from "@/features/members/model/member-rules";
import { MenuOfActions } from "@/ui/overlay/action-menu";
import { CheckIcon, ErrorIcon } from "@/ui/theme/icons";
import classes from "./level-cell.module.css";
import { type LevelChangeFailure, useMemberChangesContext } from "./member-changes-context";

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

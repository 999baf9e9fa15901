import type { ExplicitMember } from "@/contract/members";
import { levelWords } from "@/data/changes/access-levels";
import { memberId } from "@/data/members/members";
import { GIVEN_LEVELS, levelRefusal, nameOf } from "@/features/members/model/member-rules";
import { useActionMenu } from "@/ui/overlay/action-menu";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { Hint } from "@/ui/primitives/tooltip";
import { CheckIcon, ChevronDownIcon, ErrorIcon } from "@/ui/theme/icons";
import classes from "./level-control.module.css";
import { type FailedLevel, useMoves } from "./member-changes-context";

interface LevelProps {
  readonly member: ExplicitMember;
}

/** The explicit level as a small menu that changes it in place, and why the last change has failed. */
export function LevelCell({ member }: LevelProps) {
  const failure = useMoves().failures.get(memberId(member));
  return (
    <span className={classes.cell}>
      <LevelControl member={member} />
      {failure && <FailedMark failure={failure} />}
    </span>
  );
}

function FailedMark({ failure: { problem, isUnclear } }: { readonly failure: FailedLevel }) {
  const outcome = isUnclear ? "Not certain whether it was changed" : "Not changed";
  return (
    <Hint label={`${outcome}. ${problem.title}. ${problem.detail}`} focusable>
      <span className={classes.failed}>
        <ErrorIcon size={14} />
        <HiddenText>{outcome}</HiddenText>
      </span>
    </Hint>
  );
}

/** The explicit level, which a menu changes. What cannot be chosen says why. */
function LevelControl({ member }: LevelProps) {
  const { standing, changeLevel } = useMoves();
  const { button, menu } = useActionMenu(`Level of ${nameOf(member)}`, () =>
    GIVEN_LEVELS.map((level) => ({
      id: String(level),
      label: levelWords(level),
      icon: level === member.level ? <CheckIcon /> : null,
      disabledReason: levelRefusal(member, level, standing),
      onSelect: () => changeLevel(member, level),
    })),
  );
  return (
    <>
      <button
        {...button}
        type="button"
        className={classes.button}
        aria-label={`Level of ${nameOf(member)}: ${levelWords(member.level)}`}
      >
        {levelWords(member.level)}
        <span data-no-print>
          <ChevronDownIcon size={12} />
        </span>
      </button>
      {menu}
    </>
  );
}

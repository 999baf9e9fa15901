import type { ExplicitMember } from "@/contract/members";
import { levelWords } from "@/data/access-levels";
import { memberId } from "@/data/members";
import { useActionMenu } from "@/ui/action-menu";
import { HiddenText } from "@/ui/hidden-text";
import { Hint } from "@/ui/hint";
import { CheckIcon, ChevronDownIcon, ErrorIcon } from "@/ui/icons";
import classes from "./level-control.module.css";
import { type FailedLevel, useMoves } from "./member-moves";
import { GIVEN_LEVELS, levelRefusal, nameOf } from "./member-rules";

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

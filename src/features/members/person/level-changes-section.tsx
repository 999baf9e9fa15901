import type { ExplicitMember } from "@/contract/members";
import { effectiveLevelOf, levelWords } from "@/data/changes/access-levels";
import { useMoves } from "@/features/members/level/member-changes-context";
import {
  effectiveAfter,
  GIVEN_LEVELS,
  levelRefusal,
  nameOf,
  removalRefusal,
} from "@/features/members/model/member-rules";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { Section } from "@/ui/primitives/section";
import classes from "./level-changes-section.module.css";

interface Choice {
  readonly id: string;
  readonly label: string;
  /** The effective level then; null where it is not known. */
  readonly after: number | null;
  readonly refusal: string | undefined;
  readonly onSelect: () => void;
}

/** What each possible change of a membership would do, before → after. */
export function ChangesSection({ member }: { readonly member: ExplicitMember }) {
  const { standing, changeLevel, remove } = useMoves();
  const now = effectiveLevelOf(member);
  const choices: readonly Choice[] = [
    ...GIVEN_LEVELS.filter((level) => level !== member.level).map((level) => ({
      id: `level-${level}`,
      label: `Set to ${levelWords(level)}`,
      after: effectiveAfter(member, level),
      refusal: levelRefusal(member, level, standing),
      onSelect: () => changeLevel(member, level),
    })),
    {
      id: "remove",
      label: "Remove the explicit level…",
      after: effectiveAfter(member, null),
      refusal: removalRefusal(member, standing),
      onSelect: () => remove(member),
    },
  ];
  return (
    <div data-no-print>
      <Section title="What a change would do">
        <ul className={classes.list} aria-label={`Changes of ${nameOf(member)}`}>
          {choices.map(({ id, label, after, refusal, onSelect }) => (
            <li key={id} className={classes.choice}>
              <ReasonButton variant="default" size="compact-sm" disabledReason={refusal} onClick={onSelect}>
                {label}
              </ReasonButton>
              <span>{effectWords(now, after)}</span>
              {refusal !== undefined && <span className={classes.refusal}>{refusal}</span>}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function effectWords(now: number, after: number | null): string {
  if (after === null) return `In effect: ${levelWords(now)} → what the organisation gives, which is not said`;
  if (after === now) return `In effect: stays ${levelWords(now)}`;
  return `In effect: ${levelWords(now)} → ${levelWords(after)}`;
}

import { Stack } from "@mantine/core";
import type { ExplicitMember } from "@/api/members";
import { effectiveLevelAfter, getEffectiveLevel, levelLabel } from "@/data/changes/access-levels";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import { levelRefusal, memberName, removalRefusal } from "@/features/members/model/member-rules";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import classes from "./level-changes-section.module.css";
import { effectiveLevelChangeLabel } from "./person-messages";

interface LevelChoice {
  readonly id: string;
  readonly label: string;
  /** Effective level after the change, or null when unknown. */
  readonly after: number | null;
  readonly refusal: string | undefined;
  readonly onSelect: () => void;
}

export function LevelChangesSection({ member }: { readonly member: ExplicitMember }) {
  const { permissions, changeLevel, remove } = useMemberChangesContext();
  const currentLevel = getEffectiveLevel(member);
  const choices: readonly LevelChoice[] = [
    ...permissions.levels
      .filter((level) => level !== member.level)
      .map((level) => ({
        id: `level-${level}`,
        label: `Set to ${levelLabel(level)}`,
        after: effectiveLevelAfter(member, level),
        refusal: levelRefusal(member, level, permissions),
        onSelect: () => changeLevel(member, level),
      })),
    {
      id: "remove",
      label: "Remove explicit level…",
      after: effectiveLevelAfter(member, null),
      refusal: removalRefusal(member, permissions),
      onSelect: () => remove(member),
    },
  ];
  return (
    <div data-no-print>
      <Section title="Change level">
        <Stack
          component="ul"
          className={shared.list}
          gap={10}
          fz="sm"
          aria-label={`Level changes for ${memberName(member)}`}
        >
          {choices.map(({ id, label, after, refusal, onSelect }) => (
            <li key={id} className={classes.choice}>
              <ButtonWithDisabledReason variant="default" disabledReason={refusal} onClick={onSelect}>
                {label}
              </ButtonWithDisabledReason>
              <span>{effectiveLevelChangeLabel(currentLevel, after)}</span>
              {refusal !== undefined && <span className={classes.refusal}>{refusal}</span>}
            </li>
          ))}
        </Stack>
      </Section>
    </div>
  );
}

import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { ExplicitMember } from "@/api/members";
import {
  explainLevel,
  getEffectiveLevel,
  inheritedLevel,
  inheritedReasonLabel,
  isLevelRedundant,
  levelLabel,
  otherSource,
} from "@/data/changes/access-levels";
import { type AccessContext, type KnownPerson, otherLevelsOf } from "@/data/people/known-people";
import { LevelCell } from "@/features/members/level/level-cell";
import { LevelHelp } from "@/features/members/level/level-help";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import { removalRefusal } from "@/features/members/model/member-rules";
import { Notice } from "@/ui/feedback/states";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import {
  DECIDES_LABEL,
  describeEffectiveAccess,
  describeExplicitAccess,
  describeInheritedAccess,
  describeServedInheritance,
} from "./access-parts";
import classes from "./access-section.module.css";
import { noExplicitLevelMessage } from "./person-messages";

interface AccessSectionProps {
  /** Null without an explicit level. */
  readonly member: ExplicitMember | null;
  readonly person: KnownPerson | null;
  readonly context: AccessContext;
}

export function AccessSection({ member, person, context }: AccessSectionProps) {
  const { permissions, remove } = useMemberChangesContext();
  const others = member ?? otherLevelsOf(person ?? NOBODY, context);
  const { parent_level: parent, inherited_access: inherited } = others;
  const served = person?.effectiveLevel;
  const effective =
    member !== null ? getEffectiveLevel(member) : served === undefined ? inheritedLevel(others) : served;
  const refusal = member === null ? undefined : removalRefusal(member, permissions);
  return (
    <Section title="Access" actions={<LevelHelp />}>
      <div className={classes.diagram}>
        <AccessSource title="Explicit" part={describeExplicitAccess(member)}>
          {member === null ? "None" : <LevelCell member={member} />}
        </AccessSource>
        {inherited ? (
          <AccessSource
            title={inheritedReasonLabel(inherited)}
            part={describeServedInheritance(others, effective)}
          >
            {levelLabel(inherited.level)}
          </AccessSource>
        ) : (
          <AccessSource title="Organization" part={describeInheritedAccess(others, effective)}>
            {levelLabel(parent)}
          </AccessSource>
        )}
        <AccessSource title="Effective" part={describeEffectiveAccess(member)} isEffective>
          {levelLabel(effective)}
        </AccessSource>
      </div>
      <p className={classes.reason}>
        {member === null ? noExplicitLevelMessage(others) : explainLevel(member)}
      </p>
      {member !== null && isLevelRedundant(member) && (
        <Notice
          tone="info"
          action={
            <ButtonWithDisabledReason
              variant="default"
              disabledReason={refusal}
              onClick={() => remove(member)}
            >
              Remove level…
            </ButtonWithDisabledReason>
          }
        >
          {`Without the explicit level, this person would have the same access from ${otherSource(member)}.`}
        </Notice>
      )}
    </Section>
  );
}

const NOBODY = { organizationLevel: null };

interface AccessSourceProps {
  readonly title: string;
  /** Text below the level that describes its effect or source, such as “Redundant”. */
  readonly part: string;
  readonly isEffective?: boolean;
  readonly children: ReactNode;
}

function AccessSource({ title, part, isEffective = false, children }: AccessSourceProps) {
  return (
    <div
      className={classes.source}
      data-result={isEffective || undefined}
      data-holding={part === DECIDES_LABEL || undefined}
    >
      <p className={shared.caption}>{title}</p>
      <Group gap={0} wrap="nowrap" mih="var(--ui-target)" fw={600}>
        {children}
      </Group>
      <p className={shared.caption}>{part}</p>
    </div>
  );
}

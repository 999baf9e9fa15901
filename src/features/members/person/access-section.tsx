import { Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { type ExplicitMember, MEMBER_LEVELS } from "@/api/members";
import type { Levels, OtherLevels } from "@/data/changes/access-levels";
import {
  effectiveLevelAfter,
  explainLevel,
  getEffectiveLevel,
  inheritedLevel,
  inheritedReasonLabel,
  isLevelRedundant,
  levelLabel,
  otherSource,
} from "@/data/changes/access-levels";
import { type AccessContext, type KnownPerson, otherLevelsOf } from "@/data/people/known-people";
import { LevelCell, LevelHelp } from "@/features/members/level/member-cells";
import { useMemberChangesContext } from "@/features/members/level/use-member-changes";
import { levelRefusal, memberName, removalRefusal } from "@/features/members/model/member-rules";
import { Notice } from "@/ui/feedback/states";
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import classes from "./access-section.module.css";
import { effectiveLevelChangeLabel, noExplicitLevelMessage } from "./person-subscriptions";

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
            <ButtonWithDisabledReason disabledReason={refusal} onClick={() => remove(member)}>
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

type MemberLevels = Levels & { readonly level: number };

/** Marks the source of the effective level. */
const DECIDES_LABEL = "Applies";
/** Shown when the server's effective level contradicts the known rules. */
const UNEXPLAINED_LABEL = "Doesn't match effective level";

/**
 * Describes the effect of the explicit level.
 * @param member null without an explicit level
 */
export function describeExplicitAccess(member: MemberLevels | null): string {
  if (member === null) return "Not set";
  if (isLevelRedundant(member)) return "Redundant";
  const effective = getEffectiveLevel(member);
  if (effective === member.level) return DECIDES_LABEL;
  // With access controls, an explicit level doesn't make the organization level apply.
  if (effective === null) return "Unknown";
  if (member.inherited_access)
    return member.inherited_access.level === effective ? "Overridden" : UNEXPLAINED_LABEL;
  return effective === member.parent_level ? "Grants project access" : UNEXPLAINED_LABEL;
}

/**
 * Describes the effect of the organization level. An organization level below administrator applies
 * only together with an explicit level.
 */
export function describeInheritedAccess(others: OtherLevels, effective: number | null): string {
  const { parent_level: parent } = others;
  const inherited = inheritedLevel(others);
  if (parent === null || inherited === null || effective === null) return "Unknown";
  if (parent === MEMBER_LEVELS.none) return "No access";
  const isSufficient = inherited === parent;
  if (isSufficient && parent === effective) return DECIDES_LABEL;
  if (parent < effective) return "Lower";
  return isSufficient ? UNEXPLAINED_LABEL : "No project access";
}

/**
 * Describes the effect of inherited access, as reported by the server.
 * @param effective effective level, or null when unknown
 */
function describeServedInheritance(
  { inherited_access: inherited }: OtherLevels,
  effective: number | null,
): string {
  if (inherited == null || inherited.level === null || effective === null) return "Unknown";
  return inherited.level === effective ? DECIDES_LABEL : "Overridden";
}

export function describeEffectiveAccess(member: MemberLevels | null): string {
  if (member === null) return "No explicit level";
  const { level, parent_level, inherited_access, effective_level } = member;
  if (inherited_access) return effective_level === null ? "Unknown" : "Reported by the server";
  if (parent_level === null) return "Organization level unknown";
  return getEffectiveLevel(member) === Math.max(level, parent_level)
    ? "Higher of the two"
    : "Reported by the server";
}

export function LevelChangesSection({ member }: { readonly member: ExplicitMember }) {
  const { permissions, changeLevel, remove } = useMemberChangesContext();
  const currentLevel = getEffectiveLevel(member);
  const choices = [
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
              <ButtonWithDisabledReason disabledReason={refusal} onClick={onSelect}>
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

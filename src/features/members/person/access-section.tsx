import type { ReactNode } from "react";
import type { ExplicitMember } from "@/contract/members";
import {
  effectiveLevelOf,
  isRedundant,
  keptWithout,
  levelWithout,
  levelWords,
  whyLevel,
} from "@/data/changes/access-levels";
import type { KnownPerson } from "@/data/people/known-people";
import { LevelCell } from "@/features/members/level/level-control";
import { LevelHelp } from "@/features/members/level/level-help";
import { useMoves } from "@/features/members/level/member-changes-context";
import { removalRefusal } from "@/features/members/model/member-rules";
import { Notice } from "@/ui/feedback/states";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { Section } from "@/ui/primitives/section";
import { DECIDES, explicitPart, organisationPart, resultPart } from "./access-parts";
import classes from "./access-section.module.css";

interface AccessSectionProps {
  /** Null where the person has no explicit level. */
  readonly member: ExplicitMember | null;
  readonly person: KnownPerson | null;
}

/** Where the effective level comes from: two sources, and what comes of them. */
export function AccessSection({ member, person }: AccessSectionProps) {
  const { standing, remove } = useMoves();
  const parent = member === null ? (person?.organizationLevel ?? null) : member.parent_level;
  const effective = member === null ? levelWithout(parent) : effectiveLevelOf(member);
  const refusal = member === null ? undefined : removalRefusal(member, standing);
  return (
    <Section title="Access" actions={<LevelHelp />}>
      <div className={classes.picture}>
        <Source title="Explicit" part={explicitPart(member)}>
          {member === null ? "None" : <LevelCell member={member} />}
        </Source>
        <Source title="Organisation" part={organisationPart(parent, effective)}>
          {levelWords(parent)}
        </Source>
        <Source title="Effective" part={resultPart(member)} isResult>
          {levelWords(effective)}
        </Source>
      </div>
      <p className={classes.why}>{member === null ? whyWithout(parent) : whyLevel(member)}</p>
      {member !== null && isRedundant(member) && (
        <Notice
          tone="info"
          action={
            <ReasonButton
              variant="default"
              size="compact-sm"
              disabledReason={refusal}
              onClick={() => remove(member)}
            >
              Remove it…
            </ReasonButton>
          }
        >
          Without it nothing would be different, as long as the organisation gives as much.
        </Notice>
      )}
    </Section>
  );
}

function whyWithout(parent: number | null): string {
  if (parent === null) return "No explicit level here. What the organisation gives is not said.";
  return levelWithout(parent) === parent && parent > 0
    ? `${levelWords(parent)} through the organisation; no explicit level here.`
    : `No explicit level here. ${keptWithout({ parent_level: parent })}`;
}

interface SourceProps {
  readonly title: string;
  /** What it has to do with the effective level. */
  readonly part: string;
  readonly isResult?: boolean;
  readonly children: ReactNode;
}

function Source({ title, part, isResult = false, children }: SourceProps) {
  return (
    <div
      className={classes.source}
      data-result={isResult || undefined}
      data-holding={part === DECIDES || undefined}
    >
      <p className={classes.title}>{title}</p>
      <div className={classes.level}>{children}</div>
      <p className={classes.part}>{part}</p>
    </div>
  );
}

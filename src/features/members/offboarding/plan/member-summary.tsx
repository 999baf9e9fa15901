import { Button } from "@mantine/core";
import { levelWords, whyLevel } from "@/data/changes/access-levels";
import type { Leaver, OffboardingFindings } from "@/data/offboarding/offboarding-scan";
import classes from "@/features/members/offboarding/model/offboard.module.css";
import { lookedWords } from "@/features/members/offboarding/model/offboarding-messages";
import { Notice } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { KeyValueList } from "@/ui/primitives/key-value";
import { Section } from "@/ui/primitives/section";
import type { Looking } from "./use-offboarding-scan";

interface LeaverFactsProps {
  readonly leaver: Leaver;
  readonly findings: OffboardingFindings;
  readonly looking: Looking;
}

/** Who leaves, what access they have, and what was looked at to know that. */
export function LeaverFacts({ leaver, findings, looking }: LeaverFactsProps) {
  const { membership } = findings;
  const { looked, lookedAt } = looking;
  const items = [
    { label: "Address", value: leaver.email || "Not known: deliveries cannot be looked for" },
    {
      label: "Access",
      value:
        looked.membersProblem !== null
          ? "Not known"
          : membership === null
            ? "No explicit membership in this project"
            : `${levelWords(membership.level)}. ${whyLevel(membership)}`,
    },
    {
      label: "Looked at",
      value: (
        <>
          {lookedWords(looked)}
          {lookedAt !== null && (
            <span className={classes.dim}>
              {" As of "}
              <TimeStamp iso={new Date(lookedAt).toISOString()} mode="exact" />.
            </span>
          )}
        </>
      ),
    },
  ];
  return (
    <Section title={leaver.name || leaver.email || "Somebody without a name"}>
      <KeyValueList items={items} />
      {looked.membersProblem !== null && (
        <Notice
          tone="warning"
          title="Nobody knows whether they are a member"
          action={
            <Button variant="default" size="compact-sm" onClick={looking.lookAtMembers}>
              Try again
            </Button>
          }
        >
          {`${looked.membersProblem} Who has access has to be looked up elsewhere.`}
        </Notice>
      )}
      {looked.unreadable > 0 && (
        <Notice tone="warning" title="Not everything could be looked at">
          {lookedWords(looked)}
        </Notice>
      )}
    </Section>
  );
}

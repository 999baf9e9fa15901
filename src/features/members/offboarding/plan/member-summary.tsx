import { Button } from "@mantine/core";
import { explainLevel, levelLabel } from "@/data/changes/access-levels";
import type { DepartingMember, OffboardingFindings } from "@/data/offboarding/offboarding-scan";
import classes from "@/features/members/offboarding/model/offboard.module.css";
import { scanSummary } from "@/features/members/offboarding/model/offboarding-messages";
import { Notice } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { KeyValueList } from "@/ui/primitives/key-value";
import { Section } from "@/ui/primitives/section";
import type { ScanState } from "./use-offboarding-scan";

interface MemberSummaryProps {
  readonly departingMember: DepartingMember;
  readonly findings: OffboardingFindings;
  readonly scan: ScanState;
}

/** Who leaves, what access they have, and what was looked at to know that. */
export function MemberSummary({ departingMember, findings, scan }: MemberSummaryProps) {
  const { membership } = findings;
  const { coverage, scannedAt } = scan;
  const items = [
    { label: "Address", value: departingMember.email || "Not known: deliveries cannot be looked for" },
    {
      label: "Access",
      value:
        coverage.membersProblem !== null
          ? "Not known"
          : membership === null
            ? "No explicit membership in this project"
            : `${levelLabel(membership.level)}. ${explainLevel(membership)}`,
    },
    {
      label: "Looked at",
      value: (
        <>
          {scanSummary(coverage)}
          {scannedAt !== null && (
            <span className={classes.dim}>
              {" As of "}
              <TimeStamp iso={new Date(scannedAt).toISOString()} mode="exact" />.
            </span>
          )}
        </>
      ),
    },
  ];
  return (
    <Section title={departingMember.name || departingMember.email || "Somebody without a name"}>
      <KeyValueList items={items} />
      {coverage.membersProblem !== null && (
        <Notice
          tone="warning"
          title="Nobody knows whether they are a member"
          action={
            <Button variant="default" size="compact-sm" onClick={scan.retryMembers}>
              Try again
            </Button>
          }
        >
          {`${coverage.membersProblem} Who has access has to be looked up elsewhere.`}
        </Notice>
      )}
      {coverage.unreadable > 0 && (
        <Notice tone="warning" title="Not everything could be looked at">
          {scanSummary(coverage)}
        </Notice>
      )}
    </Section>
  );
}

import { Button } from "@mantine/core";
import { explainLevel } from "@/data/changes/access-levels";
import type { DepartingMember, OffboardingFindings } from "@/data/offboarding/match-member";
import {
  CHANGED_DURING_SCAN,
  noMembershipMessage,
  scanSummary,
  unreadableMessage,
} from "@/features/members/offboarding/model/offboarding-messages";
import { Notice } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { KeyValueList } from "@/ui/primitives/key-value-list";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import type { ScanState } from "./use-offboarding-scan";

interface MemberSummaryProps {
  readonly departingMember: DepartingMember;
  readonly findings: OffboardingFindings;
  readonly scan: ScanState;
}

export function MemberSummary({ departingMember, findings, scan }: MemberSummaryProps) {
  const { membership, others } = findings;
  const { coverage, scannedAt } = scan;
  const items = [
    { label: "Email", value: departingMember.email || "Unknown, so subscriptions can't be searched" },
    {
      label: "Access",
      value:
        coverage.membersProblem !== null
          ? "Unknown"
          : membership === null
            ? noMembershipMessage(others)
            : explainLevel(membership),
    },
    {
      label: "Scanned",
      value: (
        <>
          {scanSummary(coverage)}
          {scannedAt !== null && (
            <span className={shared.hint}>
              {" As of "}
              <TimeStamp iso={new Date(scannedAt).toISOString()} mode="exact" />.
            </span>
          )}
        </>
      ),
    },
  ];
  return (
    <Section title={departingMember.name || departingMember.email || "Unnamed person"}>
      <KeyValueList items={items} />
      {coverage.membersProblem !== null && (
        <Notice
          tone="warning"
          title="Membership unknown"
          action={
            <Button variant="default" onClick={scan.retryMembers}>
              Try again
            </Button>
          }
        >
          {`${coverage.membersProblem} Check this person's access on the server.`}
        </Notice>
      )}
      {coverage.unreadable > 0 && (
        <Notice tone="warning" title="Some records couldn't be read">
          {unreadableMessage(coverage.unreadable)}
        </Notice>
      )}
      {coverage.hasChanged === true && (
        <Notice
          tone="warning"
          title={CHANGED_DURING_SCAN.title}
          action={
            <Button variant="default" onClick={scan.repeat}>
              Scan again
            </Button>
          }
        >
          {CHANGED_DURING_SCAN.detail}
        </Notice>
      )}
    </Section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api-context";
import { openCaseOf } from "@/data/offboarding-case";
import { offboardingQueries } from "@/data/offboarding-cases";
import type { Leaver } from "@/data/offboarding-findings";
import { formatInstant } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { LinkButton } from "@/ui/link-button";
import { Notice } from "@/ui/states";
import { searchOfCase } from "./offboard-address";
import { leaverName, outcomeSummary } from "./offboard-words";

/** The way to the unfinished offboarding of somebody who is about to be offboarded a second time. */
export function OpenCaseNotice({ leaver }: { readonly leaver: Leaver }) {
  const api = useApi();
  const { data } = useQuery(offboardingQueries.all(api));
  const open = openCaseOf(
    (data ?? []).map(({ kept }) => kept),
    leaver,
  );
  if (open === null) return null;
  return (
    <Notice
      tone="warning"
      title={`An offboarding of ${leaverName(leaver)} is unfinished`}
      action={
        <LinkButton
          variant="default"
          size="compact-sm"
          to={`${paths.offboard(api.projectId)}${searchOfCase(open.id, { isResuming: true })}`}
        >
          Resume it…
        </LinkButton>
      }
    >
      {`It was begun ${formatInstant(open.startedAt)}: ${outcomeSummary(open)} Resumed, it stays one report and one undo. What is run here becomes another one.`}
    </Notice>
  );
}

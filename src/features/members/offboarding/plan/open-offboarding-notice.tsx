import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import { openCaseOf } from "@/data/offboarding/offboarding-record";
import type { Leaver } from "@/data/offboarding/offboarding-scan";
import { offboardingQueries } from "@/data/offboarding/offboardings";
import { leaverName, outcomeSummary } from "@/features/members/offboarding/model/offboarding-messages";
import { searchOfCase } from "@/features/members/offboarding/model/offboarding-search-params";
import { formatInstant } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";

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

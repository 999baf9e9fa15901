import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router-dom";
import { useBulkRuns } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import { offboardingQueries, useOffboardingUpdates } from "@/data/offboarding/offboardings";
import { useKnownPeople } from "@/data/people/known-people";
import { leaverName } from "@/features/members/offboarding/model/offboarding-messages";
import {
  leaverOf,
  readOffboardAddress,
} from "@/features/members/offboarding/model/offboarding-search-params";
import { OffboardDesk } from "@/features/members/offboarding/plan/offboarding-editor";
import { CaseReport } from "@/features/members/offboarding/report/offboarding-report";
import { paths } from "@/lib/url/paths";
import { ErrorState, SkeletonLines } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { OffboardStart } from "./offboard-start";

/** Takes a person out of everything: chooses, plans, runs, reports, and takes up again what was broken off. */
export function OffboardPage() {
  const api = useApi();
  const { search } = useLocation();
  const { who, caseId, isResuming } = useMemo(
    () => readOffboardAddress(new URLSearchParams(search)),
    [search],
  );
  useOffboardingUpdates();
  useHeadingFocus(caseId ?? who);
  if (caseId !== null) return <CasePage key={caseId} caseId={caseId} isResuming={isResuming} />;
  if (who !== null) return <PersonPage key={`${api.projectId} ${who}`} who={who} />;
  return (
    <Page
      title="Offboard a person"
      description="Take somebody who leaves out of everything at once: their access, and every delivery that reaches them."
      breadcrumbs={[{ label: "Members", to: paths.members(api.projectId) }]}
    >
      <OffboardStart />
    </Page>
  );
}

/** What was pressed is gone with the view it stood in: reading goes on at the heading of the next one. */
function useHeadingFocus(view: string | null): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [view]);
}

function useBreadcrumbs() {
  const { projectId } = useApi();
  return [
    { label: "Members", to: paths.members(projectId) },
    { label: "Offboard", to: paths.offboard(projectId) },
  ];
}

function PersonPage({ who }: { readonly who: string }) {
  const { projectId } = useApi();
  const people = useKnownPeople();
  const leaver = leaverOf(who, people);
  const breadcrumbs = useBreadcrumbs();
  if (leaver === null) {
    return (
      <Page title="Nobody to offboard" breadcrumbs={breadcrumbs}>
        <ErrorState
          problem={{
            title: "This is neither a person nor an address",
            detail: `“${who}” is no UUID and no e-mail address. Choose a person, or type the whole address.`,
            canRetry: false,
          }}
          actions={
            <LinkButton variant="default" to={paths.offboard(projectId)}>
              Choose a person
            </LinkButton>
          }
        />
      </Page>
    );
  }
  const name = leaverName(leaver.name || leaver.email ? leaver : { name: "", email: who });
  return (
    <Page title={`Offboard ${name}`} breadcrumbs={breadcrumbs}>
      <OffboardDesk leaver={leaver} kept={null} />
    </Page>
  );
}

function CasePage({ caseId, isResuming }: { readonly caseId: string; readonly isResuming: boolean }) {
  const api = useApi();
  const { runs } = useBulkRuns(useQueryClient());
  const { data, error, isFetching, refetch } = useQuery(offboardingQueries.all(api));
  const breadcrumbs = useBreadcrumbs();
  const found = data?.find(({ kept }) => kept.id === caseId);
  if (found === undefined) {
    return (
      <Page title="Offboarding" breadcrumbs={breadcrumbs}>
        {/* What was read before may be older than the case. */}
        {(data === undefined || isFetching) && error === null ? (
          <SkeletonLines n={8} />
        ) : (
          <ErrorState
            problem={
              error === null
                ? {
                    title: "This browser does not have this offboarding",
                    detail:
                      "Offboardings are kept in the browser that has run them, and this one may have been forgotten. Its writes may still stand in the journal.",
                    canRetry: false,
                  }
                : {
                    title: "The offboardings could not be read",
                    detail: "The browser's storage for this page did not answer.",
                    canRetry: true,
                  }
            }
            onRetry={() => void refetch()}
            actions={
              <LinkButton variant="default" to={paths.offboard(api.projectId)}>
                All offboardings
              </LinkButton>
            }
          />
        )}
      </Page>
    );
  }
  const { kept, isKept } = found;
  const run = runs.find(({ id }) => id === kept.batches.at(-1));
  const isLive = run !== undefined && run.get().phase !== "finished";
  const title = `${isResuming && !isLive ? "Offboard" : "Offboarding of"} ${leaverName(kept.leaver)}`;
  return (
    <Page title={title} breadcrumbs={breadcrumbs}>
      {isResuming && !isLive ? (
        <OffboardDesk leaver={kept.leaver} kept={kept} />
      ) : (
        <CaseReport kept={kept} run={run} isKept={isKept} />
      )}
    </Page>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router-dom";
import { useBulkJobs } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import { offboardingQueries, useOffboardingUpdates } from "@/data/offboarding/offboardings";
import { useKnownPeople } from "@/data/people/known-people";
import { departingMemberName } from "@/features/members/offboarding/model/offboarding-messages";
import {
  parseOffboardingSearchParams,
  resolveDepartingMember,
} from "@/features/members/offboarding/model/offboarding-search-params";
import { OffboardingEditor } from "@/features/members/offboarding/plan/offboarding-editor";
import { OffboardingReport } from "@/features/members/offboarding/report/offboarding-report";
import { paths } from "@/lib/url/paths";
import { ErrorState, SkeletonLines } from "@/ui/feedback/states";
import { HelpLink } from "@/ui/page/help-link";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { OffboardStart } from "./offboard-start";

/** Offboards a person. The URL selects the view: the start page, the plan, or the report. */
export function OffboardPage() {
  const api = useApi();
  const { search } = useLocation();
  const { person, offboardingId, isResuming } = useMemo(
    () => parseOffboardingSearchParams(new URLSearchParams(search)),
    [search],
  );
  useOffboardingUpdates();
  useFocusHeading(offboardingId ?? person);
  if (offboardingId !== null)
    return <OffboardingPage key={offboardingId} offboardingId={offboardingId} isResuming={isResuming} />;
  if (person !== null) return <OffboardingEditorPage key={`${api.projectId} ${person}`} person={person} />;
  return (
    <Page
      title="Offboard a person"
      description={
        <>
          Remove a person from the project and from every subscription.{" "}
          <HelpLink page="offboarding" topic="offboarding" />
        </>
      }
      breadcrumbs={[{ label: "Members", to: paths.members(api.projectId) }]}
    >
      <OffboardStart />
    </Page>
  );
}

/** Moves focus to the heading of the next view if the focused element was removed. */
function useFocusHeading(view: string | null): void {
  const shownView = useRef(view);
  useEffect(() => {
    if (shownView.current === view) return;
    shownView.current = view;
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

function OffboardingEditorPage({ person }: { readonly person: string }) {
  const { projectId } = useApi();
  const people = useKnownPeople();
  const departingMember = resolveDepartingMember(person, people);
  const breadcrumbs = useBreadcrumbs();
  if (departingMember === null) {
    return (
      <Page title="Person not found" breadcrumbs={breadcrumbs}>
        <ErrorState
          problem={{
            title: "Not a UUID or email",
            detail: `“${person}” isn't a UUID or an email. Choose a person or enter a full email.`,
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
  const name = departingMemberName(
    departingMember.name || departingMember.email ? departingMember : { name: "", email: person },
  );
  return (
    <Page title={`Offboard ${name}`} breadcrumbs={breadcrumbs}>
      <OffboardingEditor departingMember={departingMember} resumed={null} />
    </Page>
  );
}

function OffboardingPage({
  offboardingId,
  isResuming,
}: {
  readonly offboardingId: string;
  readonly isResuming: boolean;
}) {
  const api = useApi();
  const { jobs } = useBulkJobs(useQueryClient());
  const { data, error, isFetching, refetch } = useQuery(offboardingQueries.all(api));
  const breadcrumbs = useBreadcrumbs();
  const stored = data?.find(({ offboarding }) => offboarding.id === offboardingId);
  if (stored === undefined) {
    return (
      <Page title="Offboarding" breadcrumbs={breadcrumbs}>
        {/* Cached data may be older than this offboarding. */}
        {(data === undefined || isFetching) && error === null ? (
          <SkeletonLines count={8} />
        ) : (
          <ErrorState
            problem={
              error === null
                ? {
                    title: "Offboarding not found",
                    detail:
                      "It may have run in another browser or been deleted. Its changes may still be in Activity.",
                    canRetry: false,
                  }
                : {
                    title: "Couldn't read offboardings",
                    detail: "Browser storage didn't respond. Try again.",
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
  const { offboarding, isStored: isPersisted } = stored;
  const job = jobs.find(({ id }) => id === offboarding.batches.at(-1));
  const isLive = job !== undefined && job.get().phase !== "finished";
  const title = `${isResuming && !isLive ? "Offboard" : "Offboarding of"} ${departingMemberName(offboarding.departingMember)}`;
  return (
    <Page title={title} breadcrumbs={breadcrumbs}>
      {isResuming && !isLive ? (
        <OffboardingEditor departingMember={offboarding.departingMember} resumed={offboarding} />
      ) : (
        <OffboardingReport offboarding={offboarding} job={job} isPersisted={isPersisted} />
      )}
    </Page>
  );
}

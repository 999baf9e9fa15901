import { Box, Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import { useBulkJobs } from "@/data/bulk/bulk-job-store";
import { useCollection } from "@/data/collection/use-collection";
import { memberCollection, useIsProjectOpen } from "@/data/members/members";
import { getOffboardingState, type OffboardingRecord } from "@/data/offboarding/offboarding-record";
import { offboardingQueries, useOffboardingUpdates } from "@/data/offboarding/offboardings";
import type { AccessContext } from "@/data/people/known-people";
import { useArePeopleLoading, useIsOrganizationLoaded, useKnownPeople } from "@/data/people/known-people";
import { subscriptionCollection } from "@/data/subscriptions/subscriptions";
import classes from "@/features/members/offboarding/model/offboarding.module.css";
import {
  accessNote,
  departingMemberName,
  outcomeSummary,
  STATE_LABELS,
} from "@/features/members/offboarding/model/offboarding-messages";
import {
  findMatchingPeople,
  offboardingUrl,
  parseOffboardingSearchParams,
  resolveDepartingMember,
} from "@/features/members/offboarding/model/offboarding-search-params";
import { OffboardingEditor } from "@/features/members/offboarding/plan/offboarding-editor";
import { OffboardingReport } from "@/features/members/offboarding/report/offboarding-report";
import { paths } from "@/lib/url/paths";
import { ErrorState, Notice, SkeletonLines } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { TextField } from "@/ui/form/fields";
import { HelpLink, Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import { SearchIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";

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
          actions={<LinkButton to={paths.offboard(projectId)}>Choose a person</LinkButton>}
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
  const { jobs } = useBulkJobs(api);
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
            actions={<LinkButton to={paths.offboard(api.projectId)}>All offboardings</LinkButton>}
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

function OffboardStart() {
  const api = useApi();
  // The picker shows people from both lists. The scan also needs the subscriptions.
  const members = useCollection(memberCollection(api));
  const subscriptions = useCollection(subscriptionCollection(api, "active"));
  const isProjectOpen = useIsProjectOpen(members);
  const isEveryone = useIsOrganizationLoaded();
  const isLoadingPeople =
    useArePeopleLoading() ||
    [members, subscriptions].some(({ phase }) => phase === "idle" || phase === "first");
  const { data, error } = useQuery(offboardingQueries.all(api));
  // An unfinished offboarding that appears later would move the rest of the page.
  if (data === undefined && error === null) return <SkeletonLines count={2} />;
  const offboardings = (data ?? []).map(({ offboarding }) => offboarding);
  const openOffboardings = offboardings.filter((each) => getOffboardingState(each) === "open");
  const pastOffboardings = offboardings.filter((each) => getOffboardingState(each) !== "open");
  return (
    <Stack maw={960}>
      {openOffboardings.length > 0 && (
        <Section title="Unfinished">
          <OffboardingList offboardings={openOffboardings} />
        </Section>
      )}
      <Section title="Who is leaving?">
        <PersonPicker context={{ isProjectOpen, isEveryone }} />
      </Section>
      {/* Shown after the people above, because their list would move this section. */}
      {!isLoadingPeople && (
        <Section title="Past offboardings">
          {data === undefined ? (
            <Notice tone="warning">
              Couldn't read past offboardings from browser storage. Reload the page.
            </Notice>
          ) : pastOffboardings.length === 0 ? (
            <p className={shared.hint}>
              Offboardings you run in this browser appear here. You can undo them.
            </p>
          ) : (
            <OffboardingList offboardings={pastOffboardings} />
          )}
        </Section>
      )}
    </Stack>
  );
}

/** Accepts a known person, or any email. */
function PersonPicker({ context }: { readonly context: AccessContext }) {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const people = useKnownPeople();
  const [text, setText] = useState("");
  const [issue, setIssue] = useState<string>();
  const shown = findMatchingPeople(text, people);
  const typed = resolveDepartingMember(text.trim(), people);
  const isUnknownPerson = typed !== null && typed.email !== "" && shown.length === 0;

  function openOffboarding() {
    const [firstMatch, ...otherMatches] = shown;
    const target =
      typed?.uuid ?? (typed?.email || (otherMatches.length === 0 ? firstMatch?.uuid : undefined));
    if (target !== undefined) return void navigate(paths.offboard(projectId, target));
    setIssue(
      shown.length === 0
        ? "No match. Enter another name or a full email."
        : "Choose a person, or enter their full email.",
    );
  }

  return (
    <Stack
      component="form"
      gap="sm"
      maw={560}
      onSubmit={(event) => {
        event.preventDefault();
        openOffboarding();
      }}
    >
      <TextField
        label="Name or email"
        description="If the person isn't listed, enter their full email."
        type="search"
        leftSection={<SearchIcon />}
        spellCheck={false}
        value={text}
        onChange={(value) => {
          setText(value);
          setIssue(undefined);
        }}
        error={issue}
      />
      {shown.length > 0 && (
        <ul className={`${shared.list} ${shared.card} ${shared.divided}`} aria-label="People">
          {shown.map((person) => (
            <li key={person.uuid}>
              <Link className={classes.person} to={paths.offboard(projectId, person.uuid)}>
                <span className={shared.name}>{person.name}</span>
                {person.name !== person.email && <span className={shared.hint}>{person.email}</span>}
                <span className={shared.hint}>{accessNote(person, context)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isUnknownPerson && (
        <div>
          <Button variant="filled" type="submit">{`Continue with ${typed.email}`}</Button>
        </div>
      )}
    </Stack>
  );
}

function OffboardingList({ offboardings }: { readonly offboardings: readonly OffboardingRecord[] }) {
  const { projectId } = useApi();
  return (
    <ul className={`${shared.list} ${shared.divided}`}>
      {offboardings.map((offboarding) => {
        const state = getOffboardingState(offboarding);
        const name = departingMemberName(offboarding.departingMember);
        return (
          <Group key={offboarding.id} component="li" justify="space-between" gap="4px 16px" py={10}>
            <Box miw={0} className={shared.anywhere}>
              <Link to={offboardingUrl(projectId, offboarding.id)}>{name}</Link>{" "}
              <Status {...STATE_LABELS[state]} />
              <p className={shared.hint}>
                <TimeStamp iso={offboarding.startedAt} isPast /> · {outcomeSummary(offboarding)}
              </p>
            </Box>
            {state === "open" && (
              <LinkButton
                variant="filled"
                to={offboardingUrl(projectId, offboarding.id, { isResuming: true })}
                aria-label={`Resume offboarding of ${name}`}
              >
                Resume
              </LinkButton>
            )}
          </Group>
        );
      })}
    </ul>
  );
}

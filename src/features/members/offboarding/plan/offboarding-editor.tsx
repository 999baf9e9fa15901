import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { useProjectAccess } from "@/data/members/access-controls";
import {
  type DepartingMember,
  matchMember,
  type OffboardingFindings,
  type OffboardingSources,
} from "@/data/offboarding/match-member";
import { startOffboarding } from "@/data/offboarding/offboarding-job";
import { type OffboardingChoices, replacementIssue } from "@/data/offboarding/offboarding-plan";
import {
  createOffboardingRecord,
  findOpenOffboarding,
  type OffboardingRecord,
  planOffboardingRecord,
  untouchedRecords,
} from "@/data/offboarding/offboarding-record";
import {
  offboardingQueries,
  readOffboardingDraft,
  reconcileOffboarding,
  storeOffboardingDraft,
} from "@/data/offboarding/offboardings";
import { useIsOrganizationLoaded, useOrganizationMembers } from "@/data/people/known-people";
import { useProjectError } from "@/data/projects/projects";
import { isOwnMembership, removalRefusal } from "@/features/members/model/member-rules";
import { useCurrentPermissions } from "@/features/members/model/use-current-permissions";
import {
  departingMemberName,
  nothingFoundMessage,
  outcomeSummary,
  previewSummary,
  RUNNING_ELSEWHERE,
} from "@/features/members/offboarding/model/offboarding-messages";
import { UntouchedRecords } from "@/features/members/offboarding/model/offboarding-parts";
import { offboardingUrl } from "@/features/members/offboarding/model/offboarding-search-params";
import { personLabel } from "@/lib/text/normalize-text";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { formatInstant } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { ActionBar } from "@/ui/collection-table/selection-bar";
import { EmptyState, Notice, ProjectError, SkeletonLines } from "@/ui/feedback/states";
import { announce, toasts } from "@/ui/feedback/toasts";
import { useIsUnmountedRoute } from "@/ui/hooks/use-edit-search-params";
import { useUnsavedChanges } from "@/ui/overlay/use-unsaved-changes";
import { ButtonWithDisabledReason, LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { MemberSummary, type ScanState, useOffboardingScan } from "./member-summary";
import { StepChoiceFields, StepList } from "./step-list";

interface OffboardingEditorProps {
  readonly departingMember: DepartingMember;
  /** The offboarding to resume, or null for a new one. */
  readonly resumed: OffboardingRecord | null;
}

/** Scans all records and previews every change. Nothing is sent before the user confirms. */
export function OffboardingEditor({ departingMember, resumed }: OffboardingEditorProps) {
  const scan = useOffboardingScan();
  const { isReady, members, isProjectOpen, active, trashed } = scan;
  const access = useProjectAccess();
  const organization = useOrganizationMembers();
  const isEveryone = useIsOrganizationLoaded();
  const scanResult = useMemo(
    () =>
      isReady
        ? scanForPerson(departingMember, {
            members,
            access: access?.people,
            organization,
            isEveryone,
            isProjectOpen,
            subscriptions: [...active, ...trashed],
          })
        : null,
    [departingMember, isReady, members, access, organization, isEveryone, isProjectOpen, active, trashed],
  );
  return (
    <Stack maw={960}>
      {scanResult === null ? (
        <ScanProgress scan={scan} />
      ) : (
        <OffboardingForm {...scanResult} resumed={resumed} scan={scan} />
      )}
    </Stack>
  );
}

interface OffboardingFormProps extends OffboardingEditorProps {
  readonly findings: OffboardingFindings;
  readonly scan: ScanState;
}

/**
 * Matches records to a person, and fills in missing details from the results. If this adds an
 * email, matches again, because the email may match more records.
 */
function scanForPerson(requested: DepartingMember, sources: OffboardingSources) {
  const firstFindings = matchMember(requested, sources);
  const departingMember = withPersonDetails(requested, firstFindings);
  return {
    departingMember,
    findings:
      departingMember.email === requested.email ? firstFindings : matchMember(departingMember, sources),
  };
}

function OffboardingForm({ departingMember, resumed, findings, scan }: OffboardingFormProps) {
  const api = useApi();
  const navigate = useNavigate();
  const isRouteUnmounted = useIsUnmountedRoute();
  const { membership } = findings;
  const [draft] = useState(() => resumed ?? createOffboardingRecord(api, departingMember));
  const { choices, setChoices, discardDraft } = useChoices(draft);
  const [isStrict, setIsStrict] = useState(false);
  const [isRunningElsewhere, setIsRunningElsewhere] = useState(false);
  const isSending = useRef(false);
  const allowNavigation = useUnsavedChanges(choices !== draft.choices);
  const field = useRef<HTMLInputElement>(null);
  const permissions = useCurrentPermissions(scan.members);
  const isCurrentUser = membership !== null && isOwnMembership(membership, permissions);
  const refusal = membership === null ? undefined : removalRefusal(membership, permissions);
  const scopeRefusal = useMissingScopeMessage("subscription:write");
  const { names } = useSourceNames();
  const foundRecords = useMemo(
    () => [...findings.affected.map(({ record }) => record), ...findings.created, ...findings.named],
    [findings],
  );
  useLoadSourceNames(foundRecords);
  const rules = useSendingRules();
  const current = { ...draft, departingMember, choices };
  const steps = planOffboardingRecord(current, findings, { refusal, names });
  const selectedSteps = steps.filter(({ isSelected, change }) => isSelected && !("why" in change));
  const isAddressMissing = needsReplacementAddress(
    departingMember,
    choices,
    steps.some((step) => step.kind !== "membership" && step.isLast),
  );
  const isEmpty = steps.length === 0;
  // A plan with steps stays confirmed while the lists are refreshed.
  const [wasConfirmed, setWasConfirmed] = useState(false);
  if (scan.isConfirmed && !wasConfirmed) setWasConfirmed(true);
  const isConfirmed = scan.isConfirmed || (wasConfirmed && !isEmpty);
  const isResumed = resumed !== null;
  const emptyTitle = isResumed ? "Nothing left to do" : "Nothing to remove";
  const announcePreview = useEffectEvent(() =>
    announce(isEmpty ? `${emptyTitle}.` : `Preview ready. ${previewSummary(steps, rules)}`),
  );
  const stage = isConfirmed ? (isEmpty ? "empty" : "planned") : null;
  useEffect(() => {
    if (stage !== null) announcePreview();
  }, [stage]);
  const isAccessOnly = selectedSteps.every(({ kind }) => kind === "membership");

  async function runOffboarding() {
    if (isAddressMissing) {
      setIsStrict(true);
      field.current?.focus();
      return;
    }
    // Ignores a double click.
    if (isSending.current) return;
    isSending.current = true;
    const reconciled =
      resumed === null ? current : { ...(await reconcileOffboarding(api, resumed)), choices };
    const plan = {
      steps,
      findings,
      coverage: scan.coverage,
      isOwn: permissions.me === null ? null : isCurrentUser,
    };
    const startedJob = await startOffboarding(api, reconciled, plan);
    isSending.current = false;
    if (startedJob === null) return showRunningOffboarding();
    // The stored offboarding now contains the choices, so the draft isn't needed anymore.
    discardDraft();
    allowNavigation();
    // Loads the stored offboarding first, so that the next view doesn't start with a skeleton.
    await api.queryClient.fetchQuery(offboardingQueries.all(api)).catch(() => undefined);
    if (isRouteUnmounted()) return;
    void navigate(offboardingUrl(api.projectId, reconciled.id), { replace: true });
  }

  /** Shows the offboarding of the same person that another tab runs. If it isn't stored yet, only says that it runs. */
  async function showRunningOffboarding() {
    setIsRunningElsewhere(true);
    const all = await api.queryClient.fetchQuery(offboardingQueries.all(api)).catch(() => []);
    const records = all.map(({ offboarding }) => offboarding);
    const running = findOpenOffboarding(records, departingMember);
    if (running === null || isRouteUnmounted()) return;
    discardDraft();
    allowNavigation();
    toasts.show(RUNNING_ELSEWHERE);
    void navigate(offboardingUrl(api.projectId, running.id), { replace: true });
  }

  return (
    <>
      {resumed !== null && (
        <Notice tone="info" title="This offboarding was interrupted">
          {`Result so far: ${outcomeSummary(resumed)} The remaining steps are below.`}
        </Notice>
      )}
      {resumed === null && <OpenOffboardingNotice departingMember={departingMember} />}
      {isRunningElsewhere && (
        <Notice tone="danger" title={RUNNING_ELSEWHERE.title}>
          {RUNNING_ELSEWHERE.detail}
        </Notice>
      )}
      {isCurrentUser && (
        <Notice tone="warning" title="This is you">
          The API key belongs to this person. Your access is removed last, and you may not be able to restore
          it.
        </Notice>
      )}
      <MemberSummary departingMember={departingMember} findings={findings} scan={scan} />
      {!isConfirmed && (isEmpty || scan.isHalted) && <ScanProgress scan={scan} />}
      {isEmpty && isConfirmed && (
        <EmptyState
          title={emptyTitle}
          detail={nothingFoundMessage(departingMember, scan.coverage, resumed, findings.others)}
          action={
            isResumed && (
              <Button variant="filled" onClick={() => void runOffboarding()}>
                Finish
              </Button>
            )
          }
        />
      )}
      {!isEmpty && (
        <>
          {steps.some(({ kind }) => kind !== "membership") && (
            <Section title="Subscription changes">
              <StepChoiceFields
                departingMember={departingMember}
                choices={choices}
                onChoices={setChoices}
                hasLast={steps.some((step) => step.kind === "subscription" && step.isLast)}
                isStrict={isStrict}
                ref={field}
              />
            </Section>
          )}
          <StepList
            departingMember={departingMember}
            steps={steps}
            choices={choices}
            onChoices={setChoices}
          />
        </>
      )}
      <UntouchedRecords untouched={untouchedRecords(findings, names)} isLive />
      {!isEmpty && (
        <ActionBar summary={previewSummary(steps, rules)}>
          <LinkButton to={paths.offboard(api.projectId)}>Cancel</LinkButton>
          <ButtonWithDisabledReason
            variant="filled"
            data-run
            disabledReason={
              !isConfirmed
                ? "Wait until all subscriptions and members have been checked."
                : selectedSteps.length === 0 && !isAddressMissing
                  ? "Select at least one step."
                  : isAccessOnly
                    ? undefined
                    : scopeRefusal
            }
            onClick={() => void runOffboarding()}
          >
            {!isConfirmed
              ? "Checking…"
              : resumed === null
                ? `Run ${pluralize(selectedSteps.length, "step", "steps")}`
                : `Resume ${pluralize(selectedSteps.length, "step", "steps")}`}
          </ButtonWithDisabledReason>
        </ActionBar>
      )}
    </>
  );
}

/** Stores choices, so that they survive reloads and crashes. Discards them when the user leaves the page. */
function useChoices(draft: OffboardingRecord) {
  const api = useApi();
  const [{ href, search }] = useState(() => ({ href: window.location.href, search: window.location.search }));
  const [choices, setChoices] = useState(() => readOffboardingDraft(api, search) ?? draft.choices);
  const discardDraft = () => storeOffboardingDraft(api, search, null);
  useEffect(
    () => () => {
      if (window.location.href !== href) storeOffboardingDraft(api, search, null);
    },
    [api, search, href],
  );
  return {
    choices,
    setChoices(next: OffboardingChoices) {
      setChoices(next);
      storeOffboardingDraft(api, search, next);
    },
    discardDraft,
  };
}

function withPersonDetails(
  departingMember: DepartingMember,
  { membership, created }: OffboardingFindings,
): DepartingMember {
  const user = membership?.user ?? (departingMember.uuid === null ? created[0]?.created_by : undefined);
  if (user == null) return departingMember;
  const name = departingMember.name || (personLabel({ ...user, email: null }) ?? "");
  return { uuid: departingMember.uuid ?? user.uuid, email: departingMember.email || user.email, name };
}

function needsReplacementAddress(
  departingMember: DepartingMember,
  { treatment, by, whenLast, redirectTo }: OffboardingChoices,
  hasLast: boolean,
): boolean {
  if (treatment === "replace") return replacementIssue(departingMember, by) !== null;
  return hasLast && whenLast === "redirect" && replacementIssue(departingMember, redirectTo) !== null;
}

/** Links to an unfinished offboarding of the departing member. Renders nothing without one. */
function OpenOffboardingNotice({ departingMember }: { readonly departingMember: DepartingMember }) {
  const api = useApi();
  const { data } = useQuery(offboardingQueries.all(api));
  const openOffboarding = findOpenOffboarding(
    (data ?? []).map(({ offboarding }) => offboarding),
    departingMember,
  );
  if (openOffboarding === null) return null;
  return (
    <Notice
      tone="warning"
      title={`Unfinished offboarding of ${departingMemberName(departingMember)}`}
      action={
        <LinkButton to={offboardingUrl(api.projectId, openOffboarding.id, { isResuming: true })}>
          Resume…
        </LinkButton>
      }
    >
      {`Started ${formatInstant(openOffboarding.startedAt)}. Result so far: ${outcomeSummary(openOffboarding)} Resume it instead of starting a new one.`}
    </Notice>
  );
}

/** Shows the progress of loading. If loading has stopped, offers to continue. */
function ScanProgress({ scan }: { readonly scan: ScanState }) {
  const { loadedCount, totalCount, isHalted, error, resume } = scan;
  const failure = useProjectError(error);
  if (failure !== null)
    return <ProjectError error={failure} onRetry={resume} linkTo={(id) => paths.offboard(id)} />;
  return (
    <>
      <Notice
        tone="info"
        title={`Checked ${formatCount(loadedCount)} of ${formatCount(totalCount)} subscriptions${isHalted ? " so far" : ""}`}
        action={isHalted && <Button onClick={resume}>Load all</Button>}
      >
        The preview needs every subscription, including those in Trash.
      </Notice>
      {!isHalted && <SkeletonLines count={8} />}
    </>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import { offboardingDraft } from "@/data/offboarding/offboarding-draft";
import { startOffboarding } from "@/data/offboarding/offboarding-job";
import { addressMistake, type OffboardingChoices } from "@/data/offboarding/offboarding-plan";
import { leftIn, newCase, type OffboardingCase, planCase } from "@/data/offboarding/offboarding-record";
import {
  findLeaver,
  type Leaver,
  type OffboardingFindings,
  type OffboardingSources,
} from "@/data/offboarding/offboarding-scan";
import { settleCase } from "@/data/offboarding/offboardings";
import { isOwn, removalRefusal } from "@/features/members/model/member-rules";
import { useStanding } from "@/features/members/model/use-current-permissions";
import classes from "@/features/members/offboarding/model/offboard.module.css";
import {
  ELSEWHERE,
  nothingWords,
  outcomeSummary,
  planSummary,
} from "@/features/members/offboarding/model/offboarding-messages";
import { searchOfCase } from "@/features/members/offboarding/model/offboarding-search-params";
import { LeftLists } from "@/features/members/offboarding/model/untouched-records";
import { plural } from "@/lib/text/numbers";
import { personLabel } from "@/lib/text/person-label";
import { paths } from "@/lib/url/paths";
import { useAnnounce } from "@/ui/feedback/announcer";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { useHasLeft } from "@/ui/hooks/use-is-unmounted-route";
import { useUnsavedGuard } from "@/ui/overlay/use-unsaved-changes";
import { ActionBar } from "@/ui/page/action-bar";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { LeaverFacts } from "./member-summary";
import { OpenCaseNotice } from "./open-offboarding-notice";
import { LookingThrough } from "./scan-progress";
import { ChoiceFields } from "./step-choice-fields";
import { StepList } from "./step-list";
import { type Looking, useLookedThrough } from "./use-offboarding-scan";

interface OffboardDeskProps {
  readonly leaver: Leaver;
  /** The case that is taken up again; null for a new one. */
  readonly kept: OffboardingCase | null;
}

/** Looks through everything, and shows what would be done to each record before anything is sent. */
export function OffboardDesk({ leaver, kept }: OffboardDeskProps) {
  const looking = useLookedThrough();
  const { isReady, members, active, bin } = looking;
  const found = useMemo(
    () => (isReady ? lookFor(leaver, { members, deliveries: [...active, ...bin] }) : null),
    [leaver, isReady, members, active, bin],
  );
  return (
    <div className={classes.stack}>
      {found === null ? (
        <LookingThrough looking={looking} />
      ) : (
        <Desk {...found} kept={kept} looking={looking} />
      )}
    </div>
  );
}

interface DeskProps extends OffboardDeskProps {
  readonly findings: OffboardingFindings;
  readonly looking: Looking;
}

/** What is found of somebody. Who the address is of, or the address of the person, is often found first. */
function lookFor(asked: Leaver, sources: OffboardingSources) {
  const first = findLeaver(asked, sources);
  const leaver = withPerson(asked, first);
  return { leaver, findings: leaver.email === asked.email ? first : findLeaver(leaver, sources) };
}

function Desk({ leaver, kept, findings, looking }: DeskProps) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const hasLeft = useHasLeft();
  const { membership } = findings;
  const [draft] = useState(() => kept ?? newCase(api, leaver));
  const { choices, setChoices, forget } = useChoices(draft);
  const [isStrict, setIsStrict] = useState(false);
  const [isElsewhere, setIsElsewhere] = useState(false);
  const isSending = useRef(false);
  const guard = useUnsavedGuard(choices !== draft.choices);
  const field = useRef<HTMLInputElement>(null);
  const standing = useStanding(looking.members);
  const isMe = membership !== null && isOwn(membership, standing);
  const refusal = membership === null ? undefined : removalRefusal(membership, standing);
  const scopeRefusal = useScopeRefusal("subscription:write");
  const current = { ...draft, leaver, choices };
  const steps = planCase(current, findings, refusal);
  const sent = steps.filter(({ isTicked, write }) => isTicked && !("why" in write));
  const missing = missingAddress(
    leaver,
    choices,
    steps.some((step) => step.kind !== "membership" && step.isLast),
  );
  useAnnounceOnce(planSummary(steps));
  const onlyAccess = sent.every(({ kind }) => kind === "membership");

  async function run() {
    if (missing) {
      setIsStrict(true);
      field.current?.focus();
      return;
    }
    // A button that was pressed twice sends once.
    if (isSending.current) return;
    isSending.current = true;
    const settled = kept === null ? current : { ...(await settleCase(queries, api, kept)), choices };
    const plan = { steps, findings, looked: looking.looked, isOwn: standing.me === null ? null : isMe };
    const started = await startOffboarding(queries, api, settled, plan);
    isSending.current = false;
    if (started === null) return setIsElsewhere(true);
    // What was chosen is kept with the case.
    forget();
    guard.release();
    if (hasLeft()) return;
    void navigate(`${paths.offboard(api.projectId)}${searchOfCase(settled.id)}`, { replace: true });
  }

  return (
    <>
      {kept !== null && (
        <Notice tone="info" title="This offboarding was broken off">
          {`Before: ${outcomeSummary(kept)} What is below was found just now, and only that is sent.`}
        </Notice>
      )}
      {kept === null && <OpenCaseNotice leaver={leaver} />}
      {isElsewhere && (
        <Notice tone="danger" title={ELSEWHERE.title}>
          {ELSEWHERE.detail}
        </Notice>
      )}
      {isMe && (
        <Notice tone="warning" title="This is you">
          The key you use belongs to this person. Your own access goes last, once all else is done; after that
          this key may do nothing here any more, not even undo.
        </Notice>
      )}
      <LeaverFacts leaver={leaver} findings={findings} looking={looking} />
      {steps.length === 0 ? (
        <EmptyState
          title={kept === null ? "Nothing to take away" : "Nothing is left to do"}
          detail={nothingWords(leaver, looking.looked, kept)}
          action={kept !== null && <CloseCase onRun={() => void run()} />}
        />
      ) : (
        <>
          {steps.some(({ kind }) => kind !== "membership") && (
            <Section title="What happens">
              <ChoiceFields
                leaver={leaver}
                choices={choices}
                onChoices={setChoices}
                hasLast={steps.some((step) => step.kind === "delivery" && step.isLast)}
                isStrict={isStrict}
                ref={field}
              />
            </Section>
          )}
          <StepList leaver={leaver} steps={steps} choices={choices} onChoices={setChoices} />
        </>
      )}
      <LeftLists left={leftIn(findings)} isLive />
      {steps.length > 0 && (
        <ActionBar words={planSummary(steps)}>
          <LinkButton variant="default" to={paths.offboard(api.projectId)}>
            Cancel
          </LinkButton>
          <ReasonButton
            disabledReason={
              sent.length === 0 && !missing
                ? "Tick what is to be done."
                : onlyAccess
                  ? undefined
                  : scopeRefusal
            }
            onClick={() => void run()}
          >
            {kept === null
              ? `Run ${plural(sent.length, "step", "steps")}`
              : `Resume ${plural(sent.length, "step", "steps")}`}
          </ReasonButton>
        </ActionBar>
      )}
    </>
  );
}

/** What is chosen. It outlives a page that is loaded again or breaks down; whoever leaves it has given it up. */
function useChoices(draft: OffboardingCase) {
  const api = useApi();
  const [{ href, search }] = useState(() => ({ href: window.location.href, search: window.location.search }));
  const [kept] = useState(() => offboardingDraft(api, search));
  const [choices, setChoices] = useState<OffboardingChoices>(() => kept.read() ?? draft.choices);
  useEffect(
    () => () => {
      if (window.location.href !== href) kept.forget();
    },
    [kept, href],
  );
  return {
    choices,
    setChoices(next: OffboardingChoices) {
      setChoices(next);
      kept.keep(next);
    },
    forget: kept.forget,
  };
}

/** The plan comes in the place of a skeleton: who cannot see it is told. */
function useAnnounceOnce(words: string): void {
  const announce = useAnnounce();
  const say = useEffectEvent(() => announce(`The plan is here: ${words}`));
  useEffect(() => say(), []);
}

function CloseCase({ onRun }: { readonly onRun: () => void }) {
  return <ReasonButton onClick={onRun}>Finish it</ReasonButton>;
}

function withPerson(leaver: Leaver, { membership, created }: OffboardingFindings): Leaver {
  const user = membership?.user ?? (leaver.uuid === null ? created[0]?.created_by : undefined);
  if (user == null) return leaver;
  const name = leaver.name || (personLabel({ ...user, email: null }) ?? "");
  return { uuid: leaver.uuid ?? user.uuid, email: leaver.email || user.email, name };
}

/** Whether an address is asked for and not there, or is none. */
function missingAddress(
  leaver: Leaver,
  { treatment, by, whenLast, redirectTo }: OffboardingChoices,
  hasLast: boolean,
): boolean {
  if (treatment === "replace") return addressMistake(leaver, by) !== null;
  return hasLast && whenLast === "redirect" && addressMistake(leaver, redirectTo) !== null;
}

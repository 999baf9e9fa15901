import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { askForPlan } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import type { LoadedList } from "@/data/collection/loaded-list";
import type { PlanDiff, PlanGround } from "@/features/subscriptions/edit-file/model/edit-diff";
import { summaryWords } from "@/features/subscriptions/edit-file/model/edit-labels";
import { type PlanChoice, plannedWrites } from "@/features/subscriptions/edit-file/model/edit-selection";
import type { PlanText } from "@/features/subscriptions/edit-file/model/parse-edit-file";
import { usePlanDiff } from "@/features/subscriptions/edit-file/model/use-edit-diff";
import { WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { formatCount, plural } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { EmptyState, SkeletonLines } from "@/ui/feedback/states";
import { ActionBar } from "@/ui/page/action-bar";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import classes from "./edit-file.module.css";
import { PlanMarks } from "./edit-file-issues";
import { PlanLoading } from "./edit-file-loading";
import { PlanNotes } from "./edit-file-notices";
import { PlanReview } from "./edit-file-review";

interface PlanDetailsProps {
  readonly name: string;
  readonly plan: PlanText;
  readonly asNew: boolean;
  readonly lists: readonly LoadedList<Subscription>[];
  readonly onClose: () => void;
  readonly onCorrect?: ((offset: number) => void) | undefined;
}

/** What a file would change, to be chosen from and applied. */
export function PlanDetails({ name, plan, asNew, lists, onClose, onCorrect }: PlanDetailsProps) {
  const [choice, setChoice] = useState<PlanChoice>(new Map());
  /** What the file was compared with when it was to be applied. */
  const [applied, setApplied] = useState<PlanGround | null>(null);
  const api = useApi();
  const queries = useQueryClient();
  const { ground, compareNow } = useGround(lists, asNew);
  // While it is applied, what is loaded changes with every answer: one comparison at the end is enough.
  const diff = usePlanDiff(plan, applied ?? ground);
  const refusal = useScopeRefusal(WRITE_SCOPE);
  const writes = useMemo(() => plannedWrites(diff?.items ?? [], choice), [diff, choice]);
  const heading = useFocusOnce();
  useFreshLists(lists);
  useAnnounceSummary(diff);

  function apply(compared: PlanGround) {
    setApplied(compared);
    askForPlan(queries, api, {
      label: `Apply ${plural(writes.length, "change", "changes")} of ${name}`,
      writes,
      onClosed: () => setApplied(null),
    });
  }

  return (
    <div className={classes.stack}>
      <div className={classes.source}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {name}
          </h2>
          {diff && <p className={classes.summary}>{summaryWords(diff)}</p>}
        </div>
        <Button variant="default" onClick={onClose}>
          Use another file
        </Button>
      </div>
      {ground === null && <PlanLoading lists={lists} onCompare={compareNow} />}
      {ground !== null && diff === null && <SkeletonLines n={6} />}
      {diff && (
        <>
          <PlanNotes diff={diff} header={plan.header} asNew={asNew} isComplete={ground?.isComplete ?? true} />
          <PlanMarks text={plan.text} marks={diff.marks} onCorrect={onCorrect} />
          {diff.items.length === 0 && <NothingToDo entries={diff.entries} />}
          <PlanReview items={diff.items} choice={choice} onChoice={setChoice} />
        </>
      )}
      {diff && ground && diff.items.length > 0 && (
        <ActionBar words={`${formatCount(writes.length)} of ${formatCount(diff.items.length)} chosen`}>
          <ReasonButton
            disabledReason={refusal ?? (writes.length === 0 ? "Tick what is to be applied." : undefined)}
            onClick={() => apply(ground)}
          >
            {`Apply ${plural(writes.length, "change", "changes")}…`}
          </ReasonButton>
        </ActionBar>
      )}
    </div>
  );
}

function NothingToDo({ entries }: { readonly entries: number }) {
  return (
    <EmptyState
      title="Nothing to do"
      detail={
        entries === 0
          ? "There is no delivery in the file."
          : "Everything in the file is as it is on the server, or cannot be applied."
      }
    />
  );
}

/** What the file is compared with: everything once it is loaded, or what a person is content with. */
function useGround(lists: readonly LoadedList<Subscription>[], asNew: boolean) {
  const [active, bin] = lists;
  const isComplete = lists.every(({ state }) => state.phase === "complete");
  const records = active?.state.records;
  const binned = bin?.state.records;
  const [kept, setKept] = useState<PlanGround | null>(null);
  const complete = useMemo<PlanGround | null>(
    () =>
      isComplete && records && binned
        ? {
            active: records,
            find: (id) => active?.collection.find(id) ?? bin?.collection.find(id),
            isComplete: true,
            asNew,
          }
        : null,
    [isComplete, records, binned, active?.collection, bin?.collection, asNew],
  );
  // Taken once: what streams in behind would have it compared anew again and again.
  const compareNow = () => {
    const known = new Map(lists.flatMap(({ state }) => state.records).map((record) => [record.id, record]));
    setKept({ active: records ?? [], find: (id) => known.get(id), isComplete: false, asNew });
  };
  return { ground: complete ?? kept, compareNow };
}

/** Looks at the lists again where that costs little: a person may have edited the file for hours. */
function useFreshLists(lists: readonly LoadedList<Subscription>[]): void {
  const look = useEffectEvent(() => {
    for (const { collection } of lists) collection.refreshSoon(true);
  });
  useEffect(() => look(), []);
}

/** The heading of what was read takes the focus from the button that is gone. */
function useFocusOnce() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return heading;
}

function useAnnounceSummary(diff: PlanDiff | null): void {
  const announce = useAnnounce();
  const words = diff === null ? null : summaryWords(diff);
  useEffect(() => {
    if (words !== null) announce(words);
  }, [words, announce]);
}

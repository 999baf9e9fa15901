import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { isUnderWay } from "@/data/bulk/bulk-job";
import type { ItemStatus } from "@/data/bulk/bulk-job-items";
import { type BulkRun, type BulkRunState } from "@/data/bulk/bulk-job-types";
import { reviewedWrite } from "@/data/bulk/change-messages";
import { useSignals } from "@/data/client/use-connection-status";
import { formatCount, plural } from "@/lib/text/numbers";
import { useSaving } from "@/ui/download/use-save-file";
import { useAnnounce } from "@/ui/feedback/announcer";
import { RunProgress } from "@/ui/feedback/job-progress";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DrawerFooter } from "@/ui/overlay/drawer-frame";
import { MenuButton } from "@/ui/overlay/menu-button";
import { DownloadIcon, RefreshIcon, UndoIcon } from "@/ui/theme/icons";
import { ChangeReview } from "@/ui/virtual-list/change-review";
import { outcomeWords, statusWords } from "./bulk-job-labels";
import { reportFile } from "./bulk-job-report";
import classes from "./progress-stage.module.css";

interface RunStageProps {
  readonly run: BulkRun;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

type Filter = ItemStatus | "all";

const FILTERS: readonly ItemStatus[] = [
  "failed",
  "unknown",
  "changed",
  "done",
  "waiting",
  "nothing",
  "impossible",
];

const TITLES: Readonly<Record<BulkRunState["phase"], string>> = {
  running: "Running",
  throttled: "Waiting",
  stopping: "Stopping",
  stopped: "Stopped",
  paused: "Paused",
  finished: "Finished",
};

/** A run: how far it is, what became of each record, and what can be done about it. */
export function RunStage({ run, onUndo, onClose }: RunStageProps) {
  const state = useSyncExternalStore(run.subscribe, run.get);
  const { counts, phase, problem, toSend, version } = state;
  const [wanted, setFilter] = useState<Filter>("all");
  const filter = wanted !== "all" && counts[wanted] === 0 ? "all" : wanted;
  const places = useMemo(() => placesWith(run, filter, version), [run, filter, version]);
  useWordAtEnd(state);
  // A refused key is said once, by the app's own question.
  const isAskedForKey = useSignals(run.api.client).keyRefusal !== null;
  const open = counts.failed + counts.unknown;
  const options = [
    { value: "all", label: `All ${formatCount(run.writes.length)}` } as const,
    ...FILTERS.flatMap((value) =>
      counts[value] === 0
        ? []
        : [{ value, label: `${statusWords(value).label} ${formatCount(counts[value])}` }],
    ),
  ];
  return (
    <>
      <div className={classes.summary}>
        <RunProgress
          title={TITLES[phase]}
          done={toSend - counts.waiting - counts.sending}
          total={toSend}
          waitingUntil={phase === "throttled" ? state.waitingUntil : null}
          detail={open > 0 ? outcomeWords({ ...counts, waiting: 0 }) : undefined}
          spoken={`${TITLES[phase]}: ${outcomeWords(counts)}`}
        />
        {problem !== null && !isAskedForKey && (
          <Notice tone="danger" title={`Paused: ${problem.title}`}>
            {`${problem.detail} The rest waits; go on when that is mended.`}
          </Notice>
        )}
        {isUnderWay(state) && (
          <p className={classes.hint}>It goes on when this is closed. Keep the tab open.</p>
        )}
        {counts.unknown > 0 && !isUnderWay(state) && (
          <Notice
            tone="warning"
            title={`${plural(counts.unknown, "record has", "records have")} no clear answer`}
          >
            They may have been changed, or made, all the same. A retry looks at each change first and sends
            nothing twice; what may have been made is not sent again: look for it in the list, or check it in
            the journal.
          </Notice>
        )}
        {options.length > 2 && (
          <SegmentedField label="Show" value={filter} onChange={setFilter} options={options} />
        )}
      </div>
      <ChangeReview
        key={filter}
        label="Outcome of each record"
        className={classes.list}
        count={places === null ? run.writes.length : places.length}
        change={(index) => {
          const place = places === null ? index : (places[index] ?? 0);
          const write = run.writes[place];
          if (write === undefined) return { name: "", fields: [] };
          const status = run.statusAt(place);
          const { warning, ...shown } = reviewedWrite(write);
          return {
            ...shown,
            ...(status === "waiting" && { warning }),
            status: statusWords(status),
            note: run.reasonAt(place) ?? undefined,
          };
        }}
      />
      <Steering run={run} state={state} onUndo={onUndo} onClose={onClose} />
    </>
  );
}

function placesWith(run: BulkRun, filter: Filter, _version: number): readonly number[] | null {
  if (filter === "all") return null;
  return run.writes.flatMap((_, place) => (run.statusAt(place) === filter ? [place] : []));
}

function Steering({ run, state, onUndo, onClose }: RunStageProps & { readonly state: BulkRunState }) {
  const saving = useSaving({ tellsFailure: true });
  const footer = useFocusInFooter(state.phase);
  const { counts, phase } = state;
  const isIdle = !isUnderWay(state);
  const retriable = isIdle && counts.failed + counts.unknown > 0 ? run.retriable() : 0;
  const save = (format: "csv" | "json") => void saving.save(reportFile(run, format), run.writes.length);
  return (
    <DrawerFooter ref={footer}>
      <div className={classes.apart}>
        <MenuButton
          label="Report"
          icon={<DownloadIcon />}
          actions={() => [
            { id: "csv", label: "Outcomes as CSV", onSelect: () => save("csv") },
            { id: "json", label: "Outcomes as JSON", onSelect: () => save("json") },
          ]}
        />
      </div>
      {isIdle && counts.done > 0 && (
        <Button variant="default" leftSection={<UndoIcon />} onClick={onUndo}>
          Undo all…
        </Button>
      )}
      {isIdle && retriable > 0 && (
        <Button variant="default" leftSection={<RefreshIcon />} onClick={run.retryFailed}>
          {`Retry ${formatCount(retriable)} failed`}
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      {phase !== "finished" && (
        <Button
          onClick={isIdle ? run.goOn : run.stop}
          aria-disabled={phase === "stopping"}
          data-disabled={phase === "stopping"}
        >
          {isIdle ? "Go on" : phase === "stopping" ? "Stopping…" : "Stop"}
        </Button>
      )}
    </DrawerFooter>
  );
}

/** Says at once how it ended. */
function useWordAtEnd(state: BulkRunState): void {
  const announce = useAnnounce();
  const isOver = !isUnderWay(state);
  const say = useEffectEvent(() => announce(`${TITLES[state.phase]}: ${outcomeWords(state.counts)}`));
  useEffect(() => {
    if (isOver) say();
  }, [isOver]);
}

/** A button that was pressed and has gone leaves the focus to the last one. */
function useFocusInFooter(phase: BulkRunState["phase"]) {
  const footer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body || phase === "stopping") return;
    [...(footer.current?.querySelectorAll("button") ?? [])].at(-1)?.focus();
  }, [phase]);
  return footer;
}

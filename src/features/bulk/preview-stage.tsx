import { Button } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { reviewedWrite, scopeOf } from "@/data/bulk/change-messages";
import { isSent, type PlannedWrite } from "@/data/changes/planned-change";
import { useApi } from "@/data/client/api-context";
import { missingScopeWords, useSignals } from "@/data/client/use-connection-status";
import { formatCount, plural } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DrawerFooter } from "@/ui/overlay/drawer-frame";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { ChangeReview } from "@/ui/virtual-list/change-review";
import { statusWords, summarise, summaryWords } from "./bulk-job-labels";
import classes from "./progress-stage.module.css";

interface PlanStageProps {
  /** What a person should know of it before it runs. */
  readonly note?: ReactNode;
  readonly writes: readonly PlannedWrite[];
  readonly onRun: () => void;
  readonly onClose: () => void;
}

type Filter = "all" | "sent" | "nothing" | "impossible";

/** What a run will do to each record, before anything is sent. */
export function PlanStage({ note, writes, onRun, onClose }: PlanStageProps) {
  const [filter, setFilter] = useState<Filter>("all");
  const refusal = useRefusal(writes);
  const summary = useMemo(() => summarise(writes), [writes]);
  const shown = useMemo(
    () =>
      filter === "all"
        ? writes
        : writes.filter((write) => (filter === "sent" ? isSent(write) : write.kind === filter)),
    [writes, filter],
  );
  const sent = summary.change + summary.create + summary.remove;
  const options = [
    { value: "all", label: `All ${formatCount(writes.length)}`, count: writes.length },
    { value: "sent", label: `Changes ${formatCount(sent)}`, count: sent },
    { value: "nothing", label: `Nothing to do ${formatCount(summary.nothing)}`, count: summary.nothing },
    {
      value: "impossible",
      label: `Not possible ${formatCount(summary.impossible)}`,
      count: summary.impossible,
    },
  ] as const;
  const present = options.filter(({ count, value }) => count > 0 || value === "all");
  return (
    <>
      <div className={classes.summary}>
        <p>{summaryWords(summary)}</p>
        {typeof note === "string" ? <p>{note}</p> : note}
        {summary.sends > 0 && (
          <Notice tone="warning" title="Something goes out at once">
            {`${plural(summary.sends, "delivery is", "deliveries are")} sent at once to recipients who are new. What was sent cannot be called back.`}
          </Notice>
        )}
        {present.length > 2 && (
          <SegmentedField label="Show" value={filter} onChange={setFilter} options={present} />
        )}
      </div>
      <ChangeReview
        key={filter}
        label="Planned changes"
        className={classes.list}
        count={shown.length}
        change={(place) => {
          const write = shown[place];
          if (write === undefined) return { name: "", fields: [] };
          const status = isSent(write) ? undefined : statusOf(write);
          return { ...reviewedWrite(write), ...(status && { status }) };
        }}
      />
      <DrawerFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ReasonButton onClick={onRun} disabledReason={sent === 0 ? "There is nothing to send." : refusal}>
          {`Run ${plural(sent, "change", "changes")}`}
        </ReasonButton>
      </DrawerFooter>
    </>
  );
}

/** Why none of it can be sent, as far as the server has said so. */
function useRefusal(writes: readonly PlannedWrite[]): string | undefined {
  const { missingScopes } = useSignals(useApi().client);
  const scopes = useMemo(() => new Set(writes.map(scopeOf)), [writes]);
  const missing = [...scopes].find((scope) => scope !== undefined && missingScopes.has(scope));
  return missing === undefined ? undefined : missingScopeWords(missing);
}

function statusOf({ kind }: PlannedWrite) {
  return kind === "nothing" || kind === "impossible" ? statusWords(kind) : undefined;
}

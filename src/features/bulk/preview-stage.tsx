import { Button } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import {
  describeChange,
  findRepeatedNames,
  previewDeliveriesMessage,
  requiredScope,
} from "@/data/bulk/change-messages";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import { missingScopeMessage, useApi, useConnectionStatus } from "@/data/client/api-context";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DrawerFooter } from "@/ui/overlay/drawer-frame";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { ChangeReview } from "@/ui/virtual-list/change-review";
import { itemStatusLabel, previewSummaryMessage, summarizeChanges } from "./bulk-job-labels";
import classes from "./progress-stage.module.css";

interface PreviewStageProps {
  readonly note?: ReactNode;
  readonly changes: readonly PlannedChange[];
  readonly onStart: () => void;
  readonly onClose: () => void;
}

type PreviewFilter = "all" | "sent" | "nothing" | "impossible";

export function PreviewStage({ note, changes, onStart, onClose }: PreviewStageProps) {
  const [filter, setFilter] = useState<PreviewFilter>("all");
  const refusal = useMissingScopeMessage(changes);
  const { names } = useSourceNames();
  const rules = useSendingRules();
  const summary = useMemo(() => summarizeChanges(changes, rules), [changes, rules]);
  const repeatedNames = useMemo(() => findRepeatedNames(changes), [changes]);
  const shownChanges = useMemo(
    () =>
      filter === "all"
        ? changes
        : changes.filter((plannedChange) =>
            filter === "sent" ? isSendable(plannedChange) : plannedChange.kind === filter,
          ),
    [changes, filter],
  );
  const deliveriesMessage = previewDeliveriesMessage(summary);
  const sendableCount = summary.change + summary.create + summary.remove;
  const options = [
    { value: "all", label: `All ${formatCount(changes.length)}`, count: changes.length },
    { value: "sent", label: `Changes ${formatCount(sendableCount)}`, count: sendableCount },
    { value: "nothing", label: `Unchanged ${formatCount(summary.nothing)}`, count: summary.nothing },
    {
      value: "impossible",
      label: `Can't change ${formatCount(summary.impossible)}`,
      count: summary.impossible,
    },
  ] as const;
  const availableOptions = options.filter(({ count, value }) => count > 0 || value === "all");
  return (
    <>
      <div className={classes.summary}>
        <p>{previewSummaryMessage(summary)}</p>
        {typeof note === "string" ? <p>{note}</p> : note}
        {deliveriesMessage !== null && (
          <Notice
            tone="warning"
            title={summary.sends + summary.maySend > 0 ? "Immediate deliveries" : "Overdue deliveries"}
          >
            {deliveriesMessage}
          </Notice>
        )}
        {availableOptions.length > 2 && (
          <SegmentedField label="Show" value={filter} onChange={setFilter} options={availableOptions} />
        )}
      </div>
      <ChangeReview
        key={filter}
        label="Planned changes"
        className={classes.list}
        count={shownChanges.length}
        getChange={(index) => {
          const plannedChange = shownChanges[index];
          if (plannedChange === undefined) return { name: "", fields: [] };
          const status = isSendable(plannedChange) ? undefined : skippedStatusLabel(plannedChange);
          return { ...describeChange(plannedChange, rules, names, repeatedNames), ...(status && { status }) };
        }}
      />
      <DrawerFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ButtonWithDisabledReason
          data-run
          onClick={onStart}
          disabledReason={sendableCount === 0 ? "No changes to run." : refusal}
        >
          {`Run ${pluralize(sendableCount, "change", "changes")}`}
        </ButtonWithDisabledReason>
      </DrawerFooter>
    </>
  );
}

function useMissingScopeMessage(changes: readonly PlannedChange[]): string | undefined {
  const { missingScopes } = useConnectionStatus(useApi().client);
  const scopes = useMemo(() => new Set(changes.map(requiredScope)), [changes]);
  const missing = [...scopes].find((scope) => scope !== undefined && missingScopes.has(scope));
  return missing === undefined ? undefined : missingScopeMessage(missing);
}

function skippedStatusLabel({ kind }: PlannedChange) {
  return kind === "nothing" || kind === "impossible" ? itemStatusLabel(kind) : undefined;
}

import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSourceNames } from "@/data/catalog/source-names";
import { CHANGE_KIND_LABELS, formatFieldChange } from "@/data/changes/change-labels";
import { useApi } from "@/data/client/api-context";
import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import { journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { useNow } from "@/ui/hooks/use-now";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";

const OUTCOME_LABELS: Readonly<Record<JournalEntry["outcome"], string>> = {
  running: " (in progress)",
  done: "",
  refused: " (rejected)",
  unknown: " (outcome unknown)",
};

function changedFields({ kind, changes }: JournalEntry): readonly FieldChange[] {
  return kind === "changed" ? changes : [];
}

/** Lists a subscription's journal entries, newest first. Renders nothing without entries. */
export function ChangeHistory({ id }: { readonly id: number }) {
  const { data = [] } = useQuery(journalQueries.record(useApi(), id));
  const now = useNow();
  const { names } = useSourceNames();
  useJournalUpdates();
  if (data.length === 0) return null;
  return (
    <Section title="Changes in this browser">
      <Box component="ol" className={`${shared.list} ${shared.log}`} fz="sm">
        {data.map((entry) => (
          <li key={entry.id}>
            <p>
              {CHANGE_KIND_LABELS[entry.kind]}
              {OUTCOME_LABELS[entry.outcome]} <TimeStamp iso={entry.at} now={now} isPast />
            </p>
            {changedFields(entry).map((change) => (
              <p key={change.field} className={`${shared.dim} ${shared.anywhere}`}>
                {formatFieldChange(change, names)}
              </p>
            ))}
          </li>
        ))}
      </Box>
    </Section>
  );
}

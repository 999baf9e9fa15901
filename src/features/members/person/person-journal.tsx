import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { changeKindLabel, formatFieldChange } from "@/data/changes/change-labels";
import { useApi } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { useNow } from "@/ui/hooks/use-now";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";

const OUTCOME_LABELS: Readonly<Record<JournalEntry["outcome"], string>> = {
  running: " (in progress)",
  done: "",
  refused: " (failed)",
  unknown: " (outcome unknown)",
};

/** Lists a membership's journal entries, newest first. Renders nothing without entries. */
export function PersonJournal({ uuid }: { readonly uuid: string }) {
  const { data = [] } = useQuery(journalQueries.record(useApi(), uuid, "member"));
  const now = useNow();
  useJournalUpdates();
  if (data.length === 0) return null;
  return (
    <Section title="Changes in this browser">
      <Box component="ol" className={`${shared.list} ${shared.log}`} fz="sm">
        {data.map((entry) => (
          <li key={entry.id}>
            <p>
              {changeKindLabel(entry)}
              {OUTCOME_LABELS[entry.outcome]} <TimeStamp iso={entry.at} now={now} isPast />
            </p>
            {entry.changes.map((change) => (
              <p key={change.field} className={`${shared.dim} ${shared.anywhere}`}>
                {formatFieldChange(change)}
              </p>
            ))}
          </li>
        ))}
      </Box>
    </Section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api-context";
import { changeLine, kindWord } from "@/data/change-words";
import type { JournalEntry } from "@/data/journal-entry";
import { journalQueries, useJournalUpdates } from "@/data/journal-queries";
import { Section } from "@/ui/section";
import { TimeStamp } from "@/ui/time-stamp";
import { useNow } from "@/ui/use-now";
import classes from "./person-writes.module.css";

const OUTCOMES: Readonly<Record<JournalEntry["outcome"], string>> = {
  running: " (under way)",
  done: "",
  refused: " (refused)",
  unknown: " (outcome unknown)",
};

/** What was done to somebody's membership from this browser, newest first; nothing where nothing was, or nothing is kept. */
export function PersonWrites({ uuid }: { readonly uuid: string }) {
  const { data = [] } = useQuery(journalQueries.record(useApi(), uuid, "member"));
  const now = useNow();
  useJournalUpdates();
  if (data.length === 0) return null;
  return (
    <Section title="Changed from this browser">
      <ol className={classes.list}>
        {data.map((entry) => (
          <li key={entry.id} className={classes.write}>
            <p>
              {kindWord(entry)}
              {OUTCOMES[entry.outcome]} <TimeStamp iso={entry.at} now={now} />
            </p>
            {entry.changes.map((change) => (
              <p key={change.field} className={classes.field}>
                {changeLine(change)}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Section>
  );
}

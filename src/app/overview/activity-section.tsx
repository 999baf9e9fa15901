import { useQuery } from "@tanstack/react-query";
import { changeKindLabel } from "@/data/changes/change-labels";
import { useApi } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import { paths } from "@/lib/url/paths";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { OverviewItem, OverviewSection } from "./overview-section";

const MAX_SHOWN = 5;

const RECORD_PATHS: Readonly<
  Record<JournalEntry["resource"], (projectId: string, id: number | string) => string>
> = {
  subscription: paths.subscription,
  export: paths.export,
  member: paths.member,
};

export function ActivitySection({ now }: { readonly now: Date }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(journalQueries.all(api));
  useJournalUpdates();
  const entries = data?.entries ?? [];
  return (
    <OverviewSection
      title="Recent activity"
      to={paths.journal(api.projectId)}
      linkLabel="Activity"
      isLoading={data === undefined}
      problem={
        error !== null && data === undefined
          ? {
              title: "Couldn't load activity",
              detail: "Browser storage didn't respond. Try again.",
              canRetry: true,
            }
          : null
      }
      onRetry={() => void refetch()}
      empty="Your changes from this browser appear here."
      items={entries.slice(0, MAX_SHOWN).map((entry) => (
        <OverviewItem
          key={entry.id}
          to={
            entry.recordId === null
              ? paths.journal(api.projectId)
              : RECORD_PATHS[entry.resource](api.projectId, entry.recordId)
          }
          label={entry.name}
          lead={changeKindLabel(entry)}
        >
          <TimeStamp iso={entry.at} now={now} isPast />
        </OverviewItem>
      ))}
    />
  );
}

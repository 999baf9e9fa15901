import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/backend/backend";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { clearJournalAndRefetch, journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import { readJournal } from "@/data/journal/journal-store";
import { pluralize } from "@/lib/text/numbers";
import { ErrorState, Notice } from "@/ui/feedback/states";
import { useConfirm } from "@/ui/overlay/confirm";
import { HelpLink, Page } from "@/ui/page/page";
import { DownloadIcon, TrashIcon } from "@/ui/theme/icons";
import { JournalTable, useSaveEntries } from "./journal-table";

const UNREADABLE_ERROR = {
  title: "Couldn't load activity",
  detail: "Browser storage didn't respond. Reload the page.",
  canRetry: true,
};

/** Lists the changes that this browser made to the project. */
export function JournalPage() {
  const [showsAll, setShowsAll] = useState(false);
  const { data, error, isPending, isFetching, refetch, dataUpdatedAt } = useQuery(
    journalQueries.newest(useApi(), showsAll ? Number.MAX_SAFE_INTEGER : undefined),
  );
  useJournalUpdates();
  const entries = data?.entries ?? NO_ENTRIES;
  return (
    <Page
      title="Activity"
      description={
        <>
          Changes from this browser, stored on this device only.{" "}
          <HelpLink page="activity" topic="activity and undo" />
        </>
      }
      actions={
        entries.length === 0 ? undefined : (
          <JournalActions entries={entries} hasMore={data?.hasMore === true} />
        )
      }
    >
      {data?.isStored === false && (
        <Notice tone="warning" title="Activity isn't saved in this browser">
          Browser storage is full or blocked, or this is a private window. Closing the tab deletes these
          entries.
        </Notice>
      )}
      {error && data === undefined ? (
        <ErrorState problem={UNREADABLE_ERROR} onRetry={() => void refetch()} />
      ) : (
        <JournalTable entries={entries} isLoading={isPending} readAt={dataUpdatedAt} />
      )}
      {data?.hasMore && (
        <Button mt="md" loading={showsAll && isFetching} onClick={() => setShowsAll(true)}>
          Show older changes
        </Button>
      )}
    </Page>
  );
}

const NO_ENTRIES: readonly JournalEntry[] = [];

interface JournalActionsProps {
  readonly entries: readonly JournalEntry[];
  /** Whether there are older changes, which aren't in `entries`. */
  readonly hasMore: boolean;
}

function JournalActions({ entries, hasMore }: JournalActionsProps) {
  const api = useApi();
  const confirm = useConfirm();
  const saveEntries = useSaveEntries();
  const count = hasMore ? "all changes" : pluralize(entries.length, "change", "changes");

  async function download() {
    saveEntries(hasMore ? await readJournal(api).catch(() => entries) : entries);
  }

  const confirmClear = () =>
    void confirm({
      title: `Clear ${count} from Activity?`,
      body: "This permanently deletes the entries from this browser. You won't be able to undo these changes. Data on the server isn't affected.",
      confirmLabel: "Clear activity",
      tone: "danger",
      onConfirm: () => clearJournalAndRefetch(api),
      describeError: () => ({ ...UNREADABLE_ERROR, title: "Couldn't clear activity" }),
    });

  return (
    <>
      <Button leftSection={<DownloadIcon />} onClick={() => void download()}>
        Download JSON
      </Button>
      <Button leftSection={<TrashIcon />} onClick={confirmClear}>
        Clear…
      </Button>
    </>
  );
}

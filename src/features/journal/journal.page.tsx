import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { clearJournalAndRefetch, journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { useSaveFile } from "@/ui/download/use-save-file";
import { ErrorState, Notice } from "@/ui/feedback/states";
import { useConfirm } from "@/ui/overlay/confirm";
import { Page } from "@/ui/page/page";
import { DownloadIcon, TrashIcon } from "@/ui/theme/icons";
import { createJournalFile } from "./journal-file";
import { JournalTable } from "./journal-table";

const UNREADABLE_ERROR = {
  title: "The journal could not be read",
  detail: "The browser's storage for this page did not answer. Load the page again.",
  canRetry: true,
};

/** Every write made from this browser on the project, and the ways to take it back. */
export function JournalPage() {
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(journalQueries.all(useApi()));
  useJournalUpdates();
  const entries = data?.entries ?? NO_ENTRIES;
  return (
    <Page
      title="Journal"
      description="Every write made from this browser, with what stood there before: the newest 10,000. It is kept on this device only, and holds no key."
      actions={entries.length === 0 ? undefined : <JournalActions entries={entries} />}
    >
      {data?.isStored === false && (
        <Notice tone="warning" title="This browser does not keep the journal">
          It is a private window, or its storage is full or forbidden: these entries are gone when the tab is
          closed.
        </Notice>
      )}
      {error && data === undefined ? (
        <ErrorState problem={UNREADABLE_ERROR} onRetry={() => void refetch()} />
      ) : (
        <JournalTable entries={entries} isLoading={isPending} readAt={dataUpdatedAt} />
      )}
    </Page>
  );
}

const NO_ENTRIES: readonly JournalEntry[] = [];

function JournalActions({ entries }: { readonly entries: readonly JournalEntry[] }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const saving = useSaveFile({ tellsFailure: true });
  const count = pluralize(entries.length, "write", "writes");

  const confirmClear = () =>
    void confirm({
      title: `Clear the journal of ${count}?`,
      body: `Nothing of it stays: the ${formatCount(entries.length)} entries of this project are gone for good, and these writes cannot be undone from here any more. The deliveries and exports stay as they are.`,
      confirmLabel: "Clear the journal",
      tone: "danger",
      onConfirm: () => clearJournalAndRefetch(queryClient, api),
      describeError: () => UNREADABLE_ERROR,
    });

  return (
    <>
      <Button
        variant="default"
        leftSection={<DownloadIcon />}
        onClick={() =>
          void saving.save(createJournalFile(entries, api.projectId, new Date()), entries.length)
        }
      >
        Download JSON
      </Button>
      <Button variant="default" leftSection={<TrashIcon />} onClick={confirmClear}>
        Clear…
      </Button>
    </>
  );
}

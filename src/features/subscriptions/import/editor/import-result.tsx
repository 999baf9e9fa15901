import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useApi } from "@/data/backend/backend";
import { isInProgress } from "@/data/bulk/bulk-job";
import { bulkJobResultMessage } from "@/data/bulk/bulk-job-items";
import { type BulkJob, openBulkJob, useBulkJobs, useShownBulkJob } from "@/data/bulk/bulk-job-store";
import { journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import { subscriptionListUrl } from "@/features/subscriptions/model/subscription-filters";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { EmptyState } from "@/ui/feedback/states";
import { JobProgress } from "@/ui/feedback/time-stamp";
import { useAnnouncement } from "@/ui/feedback/toasts";
import { LinkButton } from "@/ui/primitives/link-button";
import { UndoIcon } from "@/ui/theme/icons";

/** A longer list of IDs doesn't fit in a URL. Activity shows all changes. */
const MAX_LINKED_RECORDS = 200;

interface ImportResultProps {
  readonly job: BulkJob;
  /** Compares the file with the server again. */
  readonly onReview: () => void;
}

/** Shows what was imported, and what was undone since then. */
export function ImportResult({ job, onReview }: ImportResultProps) {
  const api = useApi();
  const state = useSyncExternalStore(job.subscribe, job.get);
  const { counts, phase, toSend } = state;
  const { undoneCount, listPath } = useImportedRecords(job);
  const isRunning = isInProgress(state);
  const appliedCount = counts.done - undoneCount;
  const title = importResultTitle({ applied: appliedCount, undone: undoneCount, total: toSend });
  const container = useRef<HTMLDivElement>(null);
  const isDrawerOpen = useBulkJobs(api).openDialog !== null;
  // The button that started the import, or opened the drawer, is gone.
  useEffect(() => {
    if (!isDrawerOpen && document.activeElement === document.body)
      container.current?.focus({ preventScroll: true });
  }, [isDrawerOpen]);
  useShownBulkJob(api, job);
  useAnnouncement(isRunning ? null : title);
  return (
    <div ref={container} tabIndex={-1}>
      {isRunning ? (
        <JobProgress
          title="Importing"
          done={toSend - counts.waiting - counts.sending}
          total={toSend}
          retryAt={phase === "throttled" ? state.retryAt : null}
        />
      ) : (
        <EmptyState
          title={title}
          detail={counts.done === toSend ? undefined : bulkJobResultMessage(counts)}
          action={
            <>
              {appliedCount > 0 && (
                <Button leftSection={<UndoIcon />} onClick={() => openBulkJob(api, job, "undo")}>
                  Undo all…
                </Button>
              )}
              {listPath !== null && <LinkButton to={listPath}>Show them</LinkButton>}
              <Button onClick={onReview}>Review file again</Button>
            </>
          }
        />
      )}
      {(isRunning || counts.done < toSend) && (
        <Button onClick={() => openBulkJob(api, job)}>
          {`Show ${pluralize(toSend, "change", "changes")}`}
        </Button>
      )}
    </div>
  );
}

/** Formats the result of an import: "20 changes imported", or "18 of 20 changes imported, 1 undone". */
export function importResultTitle({
  applied,
  undone,
  total,
}: Readonly<Record<"applied" | "undone" | "total", number>>): string {
  const changes = pluralize(total, "change", "changes");
  if (applied === total) return `${changes} imported`;
  if (applied === 0 && undone > 0) return "Import undone";
  const imported = `${formatCount(applied)} of ${changes} imported`;
  return undone > 0 ? `${imported}, ${formatCount(undone)} undone` : imported;
}

/** Returns how many changes were undone, and the path of a list of the other records. Null if there are none. */
function useImportedRecords({ id }: BulkJob) {
  const api = useApi();
  const { data } = useQuery(journalQueries.batch(api, id));
  useJournalUpdates();
  return useMemo(() => {
    const entries = (data ?? []).filter(({ outcome }) => outcome === "done");
    const applied = entries.filter(({ undoneBy }) => undoneBy === null);
    const shown = applied.filter(({ kind }) => kind !== "deleted");
    const ids = (shown.length > 0 ? shown : applied).map(({ recordId }) => recordId);
    const query = `${shown.length > 0 ? "" : "is:deleted "}id:${ids.join(",")}`;
    const path =
      ids.length > MAX_LINKED_RECORDS
        ? paths.journal(api.projectId)
        : subscriptionListUrl(api.projectId, query);
    return { undoneCount: entries.length - applied.length, listPath: ids.length === 0 ? null : path };
  }, [data, api.projectId]);
}

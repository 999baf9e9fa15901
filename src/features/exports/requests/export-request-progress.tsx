import { Button, Group, Stack } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import {
  checkExportRequest,
  dismissExportRequest,
  type ExportRequest,
  retryExportRequest,
  stopWaiting,
  useExportRequests,
} from "@/data/exports/export-requests";
import { exportName, exportRequestName, hasFile } from "@/features/exports/model/export-rules";
import { formatCount, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { formatDuration } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { announce, toasts } from "@/ui/feedback/toasts";
import { useFocusFallback } from "@/ui/hooks/restore-focus";

/** Exports created within this time share a toast. */
const BATCH_WINDOW_MS = 250;

/**
 * Returns a function that shows a toast for created exports and dismisses their requests.
 * @param isPolling whether the page polls and announces ready exports separately
 */
export function useExportCreatedToast(isPolling: boolean): (created: readonly ExportRequest[]) => void {
  const api = useApi();
  const navigate = useNavigate();

  return (created) => {
    for (const { id } of created) dismissExportRequest(api, id);
    const [first] = created;
    const record = first?.record;
    if (!record || created.length > 1) {
      toasts.show({
        tone: "positive",
        title: `${exportRequestNames(created)} created`,
        detail: isPolling
          ? "You'll be notified when they're ready."
          : "Open Exports to see when they're ready.",
      });
      return;
    }
    // Polling already announces an export that is ready immediately.
    const isReady = hasFile(record, new Date());
    if (isReady && isPolling) return;
    toasts.show({
      tone: "positive",
      title: `Created “${exportName(record).text}”`,
      detail: isReady
        ? "The file is ready."
        : isPolling
          ? "You'll be notified when it's ready."
          : "Open it to see when the file is ready.",
      action: { label: "Open", onSelect: () => void navigate(paths.export(api.projectId, record.id)) },
    });
  };
}

export function useExportRequestToasts(): void {
  const api = useApi();
  const requests = useExportRequests(api);
  const showCreatedToast = useEffectEvent(useExportCreatedToast(true));

  useEffect(() => {
    const created = requests.filter(({ state }) => state === "made");
    if (created.length === 0) return;
    // Waits, so that exports created together share a toast. The wait is limited even while other
    // requests are pending, because some servers respond slowly.
    const timer = setTimeout(
      () => showCreatedToast(created),
      requests.some(isRequestPending) ? SLOW_REQUEST_MS : BATCH_WINDOW_MS,
    );
    return () => clearTimeout(timer);
  }, [requests]);
}

interface ExportRequestProgressProps {
  readonly requests: readonly ExportRequest[];
  readonly onStop: () => void;
}

/** Shows how long a slow request has been pending, and offers to stop waiting. */
export function ExportRequestProgress({ requests, onStop }: ExportRequestProgressProps) {
  // The timer is in `PendingRequests`, so it runs only while a request is pending.
  return requests.some(isRequestPending) ? <PendingRequests requests={requests} onStop={onStop} /> : null;
}

function PendingRequests({ requests, onStop }: ExportRequestProgressProps) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), SECOND_MS, { autoInvoke: true });
  const pendingRequests = requests.filter(isRequestPending);
  const waitedMs = now - Math.min(...pendingRequests.map(({ startedAt }) => startedAt));
  const isSlow = waitedMs >= SLOW_REQUEST_MS;
  useEffect(() => {
    if (isSlow) announce("No response yet. Exporting continues in the background.");
  }, [isSlow]);
  if (!isSlow) return null;
  const sent = pendingRequests.filter(({ state }) => state === "sending");
  const unsent = pendingRequests.filter(({ state }) => state === "waiting");
  const client = unsent[0]?.api.client;
  const retryAt = client?.budget.pausedUntil() ?? null;
  return (
    <Notice
      tone="info"
      title={pendingRequestsTitle(sent, pendingRequests)}
      action={
        <>
          {retryAt !== null && <Button onClick={client?.retryNow}>Retry now</Button>}
          <Button onClick={onStop}>Stop waiting</Button>
        </>
      }
    >
      <p>
        {/* Prevents screen readers from announcing the wait time every second. */}
        <span aria-live="off">{`${formatWaitTime(waitedMs)} so far. `}</span>
        {sent.length > 0 &&
          "Some servers respond only when the file is ready. The export then appears in the list. "}
        {unsent.length > 0 && queuedRequestsMessage(unsent.length)}
        {retryAt !== null && (
          <span aria-live="off">
            {" "}
            The server limits requests. Resuming in {formatDuration(retryAt - now)}.
          </span>
        )}
      </p>
    </Notice>
  );
}

const SECOND_MS = 1_000;

const MINUTE_SECONDS = 60;

/** Time after which the user sees that a request is pending. Most servers respond faster. */
const SLOW_REQUEST_MS = 1_500;

/**
 * Formats a wait time, such as "12 seconds" or "3 minutes".
 * @param ms at least 0
 */
function formatWaitTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return seconds < 2 * MINUTE_SECONDS
    ? pluralize(seconds, "second", "seconds")
    : pluralize(Math.floor(seconds / MINUTE_SECONDS), "minute", "minutes");
}

function isRequestPending({ state }: ExportRequest): boolean {
  return state === "waiting" || state === "sending";
}

/** Returns the name of a single requested export, or the number of exports. */
function exportRequestNames(requests: readonly ExportRequest[]): string {
  const [first] = requests;
  return first !== undefined && requests.length === 1
    ? exportRequestName(first.body)
    : pluralize(requests.length, "export", "exports");
}

/** Returns a title for failed requests. The title doesn't claim a failure if an outcome is unknown. */
export function failedRequestsTitle(failed: readonly ExportRequest[]): string {
  const isUnknown = failed.some(({ state }) => state === "unknown");
  return `${isUnknown ? "Couldn't confirm creation of" : "Couldn't create"} ${exportRequestNames(failed)}`;
}

/** @param sent the pending requests that have already been sent */
function pendingRequestsTitle(sent: readonly ExportRequest[], pending: readonly ExportRequest[]): string {
  return sent.length > 0
    ? `No response yet: ${exportRequestNames(sent)}`
    : `Not sent yet: ${exportRequestNames(pending)}`;
}

function queuedRequestsMessage(count: number): string {
  return count === 1
    ? "1 export is queued. Stopping cancels it."
    : `${formatCount(count)} exports are queued. Stopping cancels them.`;
}

/**
 * Summarizes the failed requests of a form.
 * @param totalCount number of requests, including successful ones
 */
export function describeFailedRequests(failed: readonly ExportRequest[], totalCount: number): Problem {
  const messages = failed.map(({ body, problem }) => `${exportRequestName(body)}: ${problem?.detail ?? ""}`);
  return {
    title: `${formatCount(failed.length)} of ${pluralize(totalCount, "export", "exports")} couldn't be created`,
    detail: `${messages.join(" ")} The failed exports stay in the form.`,
    canRetry: true,
  };
}

export function ExportRequestList() {
  const api = useApi();
  const requests = useExportRequests(api);
  const pendingRequests = requests.filter(isRequestPending);
  const failed = requests.filter(({ state }) => state === "refused" || state === "unknown");
  const focus = useFocusFallback();
  if (pendingRequests.length === 0 && failed.length === 0) return null;
  return (
    <Stack {...focus} gap="xs" mb="sm" data-no-print>
      <ExportRequestProgress
        requests={pendingRequests}
        onStop={() =>
          stopWaiting(
            api,
            pendingRequests.map(({ id }) => id),
          )
        }
      />
      {failed.map((request) => (
        <FailedExportRequest key={request.id} request={request} />
      ))}
    </Stack>
  );
}

function FailedExportRequest({ request }: { readonly request: ExportRequest }) {
  const api = useApi();
  const { id, state, problem } = request;
  const isUnknown = state === "unknown";
  return (
    <Notice
      tone={isUnknown ? "warning" : "danger"}
      title={failedRequestsTitle([request])}
      action={
        <Group gap="xs">
          {isUnknown && <Button onClick={() => void checkExportRequest(api, id)}>Check again</Button>}
          <Button onClick={() => retryExportRequest(api, id)}>
            {isUnknown ? "Create again" : "Try again"}
          </Button>
          <Button onClick={() => dismissExportRequest(api, id)}>Dismiss</Button>
        </Group>
      }
    >
      {problem === null ? "The API key was rejected." : `${problem.title}. ${problem.detail}`}
    </Notice>
  );
}

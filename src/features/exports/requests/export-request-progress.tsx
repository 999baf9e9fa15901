import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import type { ExportRequest } from "@/data/exports/export-requests";
import { formatDuration } from "@/lib/time/format-duration";
import { useAnnounce } from "@/ui/feedback/announcer";
import { Notice } from "@/ui/feedback/states";
import {
  formatWaitTime,
  isRequestPending,
  pendingRequestsTitle,
  queuedRequestsMessage,
  SLOW_REQUEST_MS,
} from "./export-request-messages";

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
  const now = useNowEverySecond();
  const pendingRequests = requests.filter(isRequestPending);
  const waitedMs = now - Math.min(...pendingRequests.map(({ startedAt }) => startedAt));
  const isSlow = waitedMs >= SLOW_REQUEST_MS;
  const announce = useAnnounce();
  useEffect(() => {
    if (isSlow) announce("No response yet. Exporting continues in the background.");
  }, [isSlow, announce]);
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
          {retryAt !== null && (
            <Button variant="default" onClick={client?.retryNow}>
              Retry now
            </Button>
          )}
          <Button variant="default" onClick={onStop}>
            Stop waiting
          </Button>
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

/** Returns the current time in ms since 1970, updated every second. */
function useNowEverySecond(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

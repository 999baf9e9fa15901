import { ThrottleNotice } from "@/app/notices/throttle-notice";
import { RetryCountdown } from "@/ui/feedback/retry-countdown";
import { Notice } from "@/ui/feedback/states";
import type { ConnectionCheck } from "./use-connection-check";

/** What a look at a server that is not in use yet has met, above the button that tries it. */
export function ConnectionCheckStatus({
  check: { problem, pendingClient },
}: {
  readonly check: ConnectionCheck;
}) {
  return (
    <>
      {problem && (
        <div role="alert">
          <Notice tone="danger" title={problem.title}>
            {problem.detail}
          </Notice>
        </div>
      )}
      {problem?.retryAt !== undefined && (
        <RetryCountdown retryAt={problem.retryAt} endMessage="It can be tried again now." onEnd={() => {}} />
      )}
      {/* The shell counts down for the connection in use, and this one is not in use yet. */}
      {pendingClient && <ThrottleNotice client={pendingClient} />}
    </>
  );
}

import { ThrottleNotice } from "@/app/notices/throttle-notice";
import { RetryCountdown } from "@/ui/feedback/retry-countdown";
import { Notice } from "@/ui/feedback/states";
import { HelpLink } from "@/ui/page/help-link";
import type { ConnectionCheck } from "./use-connection-check";

export function ConnectionCheckStatus({
  check: { problem, advice, pendingClient },
}: {
  readonly check: ConnectionCheck;
}) {
  return (
    <>
      {problem && (
        <Notice tone="danger" title={problem.title}>
          <p>{problem.detail}</p>
          {advice !== null && (
            <p>
              {advice} <HelpLink page="connecting" section="use-a-proxy-instead" topic="the proxy" />
            </p>
          )}
        </Notice>
      )}
      {problem?.retryAt !== undefined && (
        <RetryCountdown retryAt={problem.retryAt} endMessage="You can try again now." onEnd={() => {}} />
      )}
      {/* The shell shows this notice only for the active connection. */}
      {pendingClient && <ThrottleNotice client={pendingClient} />}
    </>
  );
}

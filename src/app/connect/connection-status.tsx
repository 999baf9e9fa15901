import { ThrottleNotice } from "@/app/notices/throttle-notice";
import { WaitLine } from "@/ui/feedback/retry-countdown";
import { Notice } from "@/ui/feedback/states";
import type { ConnectionCheck } from "./use-connection-check";

/** What a look at a server that is not in use yet has met, above the button that tries it. */
export function CheckWords({ check: { problem, asked } }: { readonly check: ConnectionCheck }) {
  return (
    <>
      {problem && (
        <div role="alert">
          <Notice tone="danger" title={problem.title}>
            {problem.detail}
          </Notice>
        </div>
      )}
      {problem?.waitUntil !== undefined && (
        <WaitLine until={problem.waitUntil} over="It can be tried again now." onOver={() => {}} />
      )}
      {/* The shell counts down for the connection in use, and this one is not in use yet. */}
      {asked && <ThrottleNotice client={asked} />}
    </>
  );
}

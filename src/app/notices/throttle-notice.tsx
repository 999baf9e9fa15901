import { Button } from "@mantine/core";
import { useConnectionStatus } from "@/data/client/use-connection-status";
import type { Client } from "@/http/client";
import { Countdown } from "@/ui/feedback/retry-countdown";
import { Notice } from "@/ui/feedback/states";
import classes from "./notices.module.css";

/** Counts down while reads wait for the server's limit or for the request budget. They resume automatically. */
export function ThrottleNotice({ client }: { readonly client: Client }) {
  const status = useConnectionStatus(client);
  const retryAt = status.retryAt ?? status.budgetResumesAt;
  // A wait for the app's own limit can't be skipped.
  const isRefused = status.retryAt !== null || client.budget.pausedUntil() !== null;
  return (
    <>
      {/* Announced once, not every second. */}
      <p role="status" className="ui-hidden">
        {retryAt !== null && "The server limits requests. Loading resumes automatically."}
      </p>
      {retryAt !== null && (
        <div className={classes.floating}>
          <Notice
            tone="warning"
            title="The server limits requests"
            action={
              isRefused && (
                <Button variant="default" onClick={client.retryNow}>
                  Retry now
                </Button>
              )
            }
          >
            Loading resumes in <Countdown key={retryAt} until={retryAt} />.
          </Notice>
        </div>
      )}
    </>
  );
}

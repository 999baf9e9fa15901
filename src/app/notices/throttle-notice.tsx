import { useEffect, useState } from "react";
import { useConnectionStatus } from "@/data/client/use-connection-status";
import type { Client } from "@/http/client";
import { pluralize } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import classes from "./notices.module.css";

const SECOND_MS = 1_000;

/** Counts down, as in "34 seconds". `retryAt` is in ms since 1970. */
function Countdown({ retryAt }: { readonly retryAt: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return pluralize(Math.max(0, Math.ceil((retryAt - now) / SECOND_MS)), "second", "seconds");
}

/** Counts down while reads wait for the server's limit or for the request budget. They resume automatically. */
export function ThrottleNotice({ client }: { readonly client: Client }) {
  const status = useConnectionStatus(client);
  const retryAt = status.retryAt ?? status.budgetResumesAt;
  return (
    <>
      {/* Announced once, not every second. */}
      <p role="status" className="ui-hidden">
        {retryAt !== null && "The server limits requests. Loading resumes automatically."}
      </p>
      {retryAt !== null && (
        <div className={classes.floating}>
          <Notice tone="warning" title="The server limits requests">
            Loading resumes in <Countdown key={retryAt} retryAt={retryAt} />.
          </Notice>
        </div>
      )}
    </>
  );
}

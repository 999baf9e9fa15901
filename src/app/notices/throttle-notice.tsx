import { useEffect, useState } from "react";
import { useSignals } from "@/data/client/use-connection-status";
import type { Client } from "@/http/client";
import { plural } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import classes from "./shell-notice.module.css";

const SECOND_MS = 1_000;

/** "34 seconds", counted down to a moment in ms since 1970. */
function Countdown({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return plural(Math.max(0, Math.ceil((until - now) / SECOND_MS)), "second", "seconds");
}

/** Counts down while the server has asked to slow down; reading then goes on by itself. */
export function ThrottleNotice({ client }: { readonly client: Client }) {
  const { waitingUntil } = useSignals(client);
  return (
    <>
      {/* Said once: a countdown that speaks every second helps nobody. */}
      <p role="status" className="ui-hidden">
        {waitingUntil !== null && "The server asks to slow down. Loading goes on by itself."}
      </p>
      {waitingUntil !== null && (
        <div className={classes.floating}>
          <Notice tone="warning" title="The server asks to slow down">
            Loading goes on in <Countdown key={waitingUntil} until={waitingUntil} />.
          </Notice>
        </div>
      )}
    </>
  );
}

import type { LoggedCall } from "@/http/call-log";
import { formatCount } from "@/lib/text/numbers";
import { CopyButton } from "@/ui/feedback/copy-button";
import { Section } from "@/ui/primitives/section";
import { toCurlCommand } from "./curl-command";
import classes from "./server.module.css";
import { callOutcomeLabel } from "./server-messages";
import { ServerTable } from "./server-table";
import { StateCell } from "./state-cell";

/** Includes seconds. Uses the browser's language and time zone. */
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const HEADERS = ["Request", "Status", "Duration", "Sent", "Copy"];

export function RequestLog({ calls }: { readonly calls: readonly LoggedCall[] }) {
  return (
    <Section title="Request log">
      <p className={classes.hint}>
        The last 200 calls since this page was loaded. Stored only in memory, without the key.
      </p>
      {calls.length > 0 && (
        <ServerTable label="Request log" headers={HEADERS} rows={calls.map(toRow).toReversed()} />
      )}
      {calls.length === 0 && <p>No calls yet.</p>}
    </Section>
  );
}

function toRow(call: LoggedCall) {
  const { id, method, url, startedAt, durationMs } = call;
  const { pathname, search } = new URL(url);
  return {
    id: String(id),
    cells: [
      <code key="request">{`${method} ${pathname}${search}`}</code>,
      <StateCell key="status" {...callOutcomeLabel(call)} />,
      durationMs === undefined ? "" : `${formatCount(durationMs)} ms`,
      <time key="sent" dateTime={new Date(startedAt).toISOString()}>
        {CLOCK.format(startedAt)}
      </time>,
      <CopyButton key="copy" value={toCurlCommand(call)} label={`Copy as curl: ${method} ${pathname}`} />,
    ],
  };
}

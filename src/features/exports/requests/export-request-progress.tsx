import { Button } from "@mantine/core";
import { useEffect } from "react";
import type { Making } from "@/data/exports/export-requests";
import { formatCount } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { Notice } from "@/ui/feedback/states";
import { isUnderWay, makingNames, WORTH_A_WORD, waitedWords } from "./export-request-messages";
import { useSeconds } from "./use-now-every-second";

interface MakingWaitProps {
  /** Requests of one form, answered or not. */
  readonly makings: readonly Making[];
  readonly onStop: () => void;
}

/** Says how long a server has not answered, and offers to wait no longer; nothing at first. */
export function MakingWait({ makings, onStop }: MakingWaitProps) {
  // Mounted while there is something to wait for, so that no clock runs in vain.
  return makings.some(isUnderWay) ? <Waiting makings={makings} onStop={onStop} /> : null;
}

function Waiting({ makings, onStop }: MakingWaitProps) {
  const now = useSeconds();
  const open = makings.filter(isUnderWay);
  const waited = now - Math.min(...open.map(({ startedAt }) => startedAt));
  const isLong = waited >= WORTH_A_WORD;
  const announce = useAnnounce();
  useEffect(() => {
    if (isLong) announce("The server has not answered yet. It goes on without this page.");
  }, [isLong, announce]);
  if (!isLong) return null;
  const sent = open.filter(({ state }) => state === "sending");
  const unsent = open.length - sent.length;
  return (
    <Notice
      tone="info"
      title={
        sent.length > 0
          ? `The server has not answered yet: ${makingNames(sent)}`
          : `Not sent yet: ${makingNames(open)}`
      }
      action={
        <Button variant="default" size="compact-sm" onClick={onStop}>
          Stop waiting
        </Button>
      }
    >
      <p>
        {/* A reader that counts along cannot be listened to. */}
        <span aria-live="off">{`Waiting for ${waitedWords(waited)}. `}</span>
        {sent.length > 0 &&
          "Some servers answer only when the file is ready, minutes later. It goes on without this page; what nobody waits for is still made, and stands in the list. "}
        {unsent > 0 && unsentWords(unsent)}
      </p>
    </Notice>
  );
}

function unsentWords(count: number): string {
  return count === 1
    ? "1 export waits for its turn, and is not sent once you stop waiting."
    : `${formatCount(count)} exports wait for their turn, and are not sent once you stop waiting.`;
}

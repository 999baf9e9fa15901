import { Button } from "@mantine/core";
import type { Making } from "@/data/export-making";
import { plural } from "@/lib/numbers";
import { Notice } from "@/ui/states";
import { isUnderWay, makingNames, WORTH_A_WORD, waitedWords } from "./making-words";
import { useSeconds } from "./use-seconds";

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
  if (waited < WORTH_A_WORD) return null;
  const done = makings.length - open.length;
  return (
    <Notice
      tone="info"
      title={`The server has not answered yet: ${makingNames(open)}`}
      action={
        <Button variant="default" size="compact-sm" onClick={onStop}>
          Stop waiting
        </Button>
      }
    >
      <p>
        {done > 0 && `${plural(done, "request is", "requests are")} answered. `}
        {/* A reader that counts along cannot be listened to. */}
        <span aria-live="off">{`Waiting for ${waitedWords(waited)}. `}</span>
        Some servers answer only when the file is ready, minutes later. It goes on without this page; what
        nobody waits for is still made, and stands in the list.
      </p>
    </Notice>
  );
}

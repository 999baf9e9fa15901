import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import {
  checkMaking,
  dismissMaking,
  type Making,
  retryMaking,
  stopWaitingForAll,
  useMakings,
} from "@/data/exports/export-requests";
import { requestName } from "@/features/exports/model/export-rules";
import { Notice } from "@/ui/feedback/states";
import { useFocusKept } from "@/ui/hooks/use-focus-fallback";
import classes from "./export-request-list.module.css";
import { isUnderWay } from "./export-request-messages";
import { MakingWait } from "./export-request-progress";

/** Requests from this browser that are not answered, or were not granted. */
export function MakingList() {
  const api = useApi();
  const queries = useQueryClient();
  const makings = useMakings(queries, api);
  const open = makings.filter(isUnderWay);
  const failed = makings.filter(({ state }) => state === "refused" || state === "unknown");
  const focus = useFocusKept();
  if (open.length === 0 && failed.length === 0) return null;
  return (
    <div {...focus} className={classes.makings} data-no-print>
      <MakingWait makings={open} onStop={() => stopWaitingForAll(queries, open)} />
      {failed.map((making) => (
        <FailedMaking key={making.id} making={making} />
      ))}
    </div>
  );
}

function FailedMaking({ making }: { readonly making: Making }) {
  const queries = useQueryClient();
  const { id, body, state, problem } = making;
  const isUnknown = state === "unknown";
  const name = requestName(body);
  return (
    <Notice
      tone={isUnknown ? "warning" : "danger"}
      title={isUnknown ? `It is not certain that ${name} was made` : `${name} was not made`}
      action={
        <div className={classes.buttons}>
          {isUnknown && (
            <Button variant="default" size="compact-sm" onClick={() => void checkMaking(queries, id)}>
              Look again
            </Button>
          )}
          <Button variant="default" size="compact-sm" onClick={() => retryMaking(queries, id)}>
            {isUnknown ? "Ask once more" : "Try again"}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => dismissMaking(queries, id)}>
            Dismiss
          </Button>
        </div>
      }
    >
      {problem === null ? "The server did not accept the key." : `${problem.title}. ${problem.detail}`}
    </Notice>
  );
}

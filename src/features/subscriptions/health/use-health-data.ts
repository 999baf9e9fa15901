import { useEffect, useState } from "react";
import { runInSlices, type SlicedWork } from "@/lib/scheduler/cooperative-task";

/** Ms between two looks at a list that changes, as while it loads. */
const PAUSE = 1_500;

interface Question<Row, Result> {
  readonly rows: readonly Row[];
  readonly look: (rows: readonly Row[]) => SlicedWork<Result>;
}

interface Answer<Row, Result> extends Question<Row, Result> {
  readonly result: Result;
}

/** Looks at the newest list whenever it has rested. A look at older rows is not ended: a list that loads would have none. */
function createLooker<Row, Result>(onAnswer: (answer: Answer<Row, Result>) => void) {
  let wanted: Question<Row, Result> | null = null;
  let running: { readonly question: Question<Row, Result>; readonly controller: AbortController } | null =
    null;

  async function run(question: Question<Row, Result>): Promise<void> {
    const controller = new AbortController();
    running = { question, controller };
    try {
      const result = await runInSlices(question.look(question.rows), controller.signal);
      onAnswer({ ...question, result });
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
    if (controller.signal.aborted) return;
    running = null;
    if (wanted !== null && wanted !== question) void run(wanted);
  }

  function stop(): void {
    running?.controller.abort();
    running = null;
  }

  return {
    ask(question: Question<Row, Result>) {
      wanted = question;
      if (running?.question.look === question.look) return;
      stop();
      void run(question);
    },
    stop,
  };
}

/** What a look at all rows gives, found in slices; the last answer stays until there is a newer one. Null before the first. */
export function useLookedAt<Row, Result>(
  rows: readonly Row[],
  look: (rows: readonly Row[]) => SlicedWork<Result>,
): Result | null {
  const [answer, setAnswer] = useState<Answer<Row, Result> | null>(null);
  const [looker] = useState(() => createLooker<Row, Result>(setAnswer));
  useEffect(() => () => looker.stop(), [looker]);
  useEffect(() => looker.ask({ rows, look }), [looker, rows, look]);
  return answer?.result ?? null;
}

import { startTransition, useEffect, useMemo, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { computeLoad, type LoadRange, type OccurrenceLoad } from "@/lib/schedule/deliveries-per-day";
import { runInSlices, runToEnd } from "@/lib/scheduler/cooperative-task";

// Below it, computing a month takes less time than painting it.
const MOST_AT_ONCE = 1_000;

type Load = OccurrenceLoad<Subscription>;

interface Question {
  readonly rows: readonly Subscription[];
  readonly range: LoadRange;
}

interface Answer extends Question {
  readonly load: Load;
}

/** What is known of the load of a range of days. */
export interface ShownLoad {
  /** Null until it is computed for these days for the first time. */
  readonly load: Load | null;
  /** It is that of earlier rows. */
  readonly isBusy: boolean;
}

/** The load of days; of many rows in slices while the last one stays. `range` must be memoised. */
export function useOccurrenceLoad(rows: readonly Subscription[], range: LoadRange): ShownLoad {
  const isAtOnce = rows.length <= MOST_AT_ONCE;
  const atOnce = useMemo(
    () => (isAtOnce ? runToEnd(computeLoad(rows, range)) : null),
    [isAtOnce, rows, range],
  );
  const [answer, setAnswer] = useState<Answer | null>(null);
  // A week has 168 hours to draw: in slices as well.
  const [worker] = useState(() => createWorker((next) => startTransition(() => setAnswer(next))));
  useEffect(() => worker.stop, [worker]);
  useEffect(() => worker.ask(isAtOnce ? null : { rows, range }), [worker, isAtOnce, rows, range]);

  if (atOnce) return { load: atOnce, isBusy: false };
  const isThere = answer !== null && isSameDays(answer.range, range);
  return { load: isThere ? answer.load : null, isBusy: answer?.rows !== rows || answer.range !== range };
}

function isSameDays(one: LoadRange, other: LoadRange): boolean {
  return one.first === other.first && one.length === other.length && one.zone === other.zone;
}

/** Answers one question at a time: other days stop what is under way, other rows wait until it is done. */
function createWorker(onAnswer: (answer: Answer) => void) {
  let wanted: Question | null = null;
  let running: { readonly question: Question; readonly controller: AbortController } | null = null;

  function stop(): void {
    wanted = null;
    running?.controller.abort();
    running = null;
  }

  async function run(question: Question): Promise<void> {
    const controller = new AbortController();
    running = { question, controller };
    try {
      const load = await runInSlices(computeLoad(question.rows, question.range), controller.signal);
      onAnswer({ ...question, load });
    } catch (error) {
      if (!controller.signal.aborted) throw error;
      return;
    }
    running = null;
    if (wanted !== null && wanted !== question) void run(wanted);
  }

  return {
    stop,
    ask(question: Question | null): void {
      if (question === null) return stop();
      if (running !== null && !isSameDays(running.question.range, question.range)) stop();
      wanted = question;
      if (running === null) void run(question);
    },
  };
}

import { useEffect, useRef, useState } from "react";
import {
  type CooperativeTask,
  FIRST_SLICE_MS,
  runCooperatively,
  runSlice,
} from "@/lib/scheduler/cooperative-task";
import { sleep } from "@/lib/time/wait";

/** Pause after a long run. A loading list would otherwise keep the processor busy. */
const PAUSE_MS = 1_500;
const LONG_RUN_MS = 50;

/**
 * Computes something over a whole list in slices that keep the page responsive. Returns the latest result and its
 * input, or null before the first result. The first render has the result of a short task. A running task finishes
 * before a newer input is computed, because a loading list would otherwise never have a result. A new `run` function
 * stops the running task, so it must be memoized.
 */
export function useSlicedTask<Input, Result>(input: Input, run: (input: Input) => CooperativeTask<Result>) {
  const [found, setFound] = useState(() => {
    const slice = runSlice(run(input), FIRST_SLICE_MS);
    return slice && { input, run, result: slice.result };
  });
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const running = useRef<{ readonly run: typeof run; readonly controller: AbortController } | null>(null);
  const latestInput = useRef(input);
  /** In ms, as `performance.now()`. */
  const pausedUntil = useRef(0);

  useEffect(() => {
    latestInput.current = input;
    const isCurrent = found?.input === input && found.run === run;
    if (running.current?.run === run && !isCurrent) return;
    running.current?.controller.abort();
    running.current = null;
    if (isCurrent) return;
    const controller = new AbortController();
    running.current = { run, controller };
    const pauseMs = found?.run === run ? pausedUntil.current - performance.now() : 0;
    const compute = async () => {
      if (pauseMs > 0) await sleep(pauseMs, controller.signal);
      const startedAt = performance.now();
      const { current } = latestInput;
      const result = await runCooperatively(run(current), controller.signal);
      const endedAt = performance.now();
      pausedUntil.current = endedAt - startedAt > LONG_RUN_MS ? endedAt + PAUSE_MS : 0;
      running.current = null;
      setFound({ input: current, run, result });
    };
    compute().catch((error: unknown) => !controller.signal.aborted && setFailure({ error }));
  }, [input, run, found]);
  useEffect(
    () => () => {
      running.current?.controller.abort();
      running.current = null;
    },
    [],
  );
  // A task fails only because of a bug. The error boundary reports it.
  if (failure) throw failure.error;
  return found;
}

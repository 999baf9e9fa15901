import { useEffect, useState } from "react";
import {
  type CooperativeTask,
  FIRST_SLICE_MS,
  runCooperatively,
  runSlice,
} from "@/lib/scheduler/cooperative-task";
import { sleep } from "@/lib/time/wait";

interface TaskRequest<Input, Result> {
  readonly input: Input;
  readonly run: (input: Input) => CooperativeTask<Result>;
}

interface TaskResult<Input, Result> {
  readonly input: Input;
  readonly result: Result;
}

interface TaskHandlers<Input, Result> {
  readonly onResult: (found: TaskResult<Input, Result>) => void;
  readonly onError: (error: unknown) => void;
}

/** Pause after a run, relative to its duration. A loading list would otherwise keep the processor busy. */
const PAUSE_FACTOR = 2;

/** Runs one request at a time. Runs the first slice of the first request immediately. */
function createRunner<Input, Result>(first: TaskRequest<Input, Result>) {
  const firstTask = first.run(first.input);
  const firstSlice = runSlice(firstTask, FIRST_SLICE_MS);
  let startedTask: CooperativeTask<Result> | null = firstSlice === null ? firstTask : null;
  let latest: TaskRequest<Input, Result> | null = null;
  let active: { readonly request: TaskRequest<Input, Result>; readonly controller: AbortController } | null =
    null;

  async function work(request: TaskRequest<Input, Result>, handlers: TaskHandlers<Input, Result>) {
    const { input, run } = request;
    const controller = new AbortController();
    active = { request, controller };
    const task = (request === latest && startedTask) || run(input);
    startedTask = null;
    const startedAt = performance.now();
    try {
      const result = await runCooperatively(task, controller.signal);
      handlers.onResult({ input, result });
      await sleep(PAUSE_FACTOR * (performance.now() - startedAt), controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) handlers.onError(error);
      return;
    }
    active = null;
    if (latest !== null && latest !== request) void work(latest, handlers);
  }

  function stop(): void {
    active?.controller.abort();
    active = null;
  }

  return {
    firstResult: firstSlice && { input: first.input, result: firstSlice.result },
    stop,
    submit(request: TaskRequest<Input, Result>, handlers: TaskHandlers<Input, Result>): void {
      const isFirst = latest === null && request.input === first.input && request.run === first.run;
      if (isFirst && firstSlice !== null) return;
      if (!isFirst) startedTask = null;
      latest = request;
      if (active?.request.run === request.run) return;
      stop();
      void work(request, handlers);
    },
  };
}

/**
 * Computes something over a whole list in slices that keep the page responsive. Returns the latest result and its
 * input, or null before the first result. The first render has the result of a short task. A running task finishes
 * before a newer input is computed, because a loading list would otherwise never have a result. A new `run` function
 * stops the running task, so it must be memoized.
 */
export function useSlicedTask<Input, Result>(
  input: Input,
  run: (input: Input) => CooperativeTask<Result>,
): TaskResult<Input, Result> | null {
  const [runner] = useState(() => createRunner({ input, run }));
  const [found, setFound] = useState(runner.firstResult);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => runner.stop, [runner]);
  useEffect(
    () => runner.submit({ input, run }, { onResult: setFound, onError: (error) => setFailure({ error }) }),
    [runner, input, run],
  );
  // A task fails only because of a bug. The error boundary reports it.
  if (failure) throw failure.error;
  return found;
}

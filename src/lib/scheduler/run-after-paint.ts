import {
  unstable_scheduleCallback as scheduleCallback,
  unstable_UserBlockingPriority as UserBlockingPriority,
} from "scheduler";

/** Runs a function after the next frame is painted. Returns a cancel function. */
export function runAfterPaint(run: () => void): () => void {
  let isCanceled = false;
  requestAnimationFrame(() =>
    scheduleCallback(UserBlockingPriority, () => {
      if (!isCanceled) run();
    }),
  );
  return () => {
    isCanceled = true;
  };
}

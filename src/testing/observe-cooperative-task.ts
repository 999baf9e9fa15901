import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";

/** How a work rests. */
interface YieldReport<Result> {
  readonly result: Result;
  /** Rests it took. */
  readonly yields: number;
  /** Rows it read between two of them, at most. */
  readonly maxRows: number;
}

/** Rows as those given, and what counts how a work on them rests: the same on every machine. */
export function trackRowReads<Row extends object>(source: readonly Row[]) {
  const read = new Set<number>();
  const rows = source.map(
    (row, index) =>
      new Proxy(row, {
        get(target, name) {
          read.add(index);
          return Reflect.get(target, name);
        },
      }),
  );

  function countYields<Result>(work: CooperativeTask<Result>): YieldReport<Result> {
    let yields = 0;
    let maxRows = 0;
    for (;;) {
      read.clear();
      const step = work.next();
      maxRows = Math.max(maxRows, read.size);
      if (step.done) return { result: step.value, yields, maxRows };
      yields += 1;
    }
  }

  return { rows, restsOf: countYields };
}

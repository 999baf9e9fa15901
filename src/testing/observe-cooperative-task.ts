import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";

interface YieldReport<Result> {
  readonly result: Result;
  readonly yields: number;
  /** Maximum number of rows read between two yields. */
  readonly maxRows: number;
}

/** Wraps rows to count a task's yields and reads, independently of the machine's speed. */
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

  return { rows, countYields };
}

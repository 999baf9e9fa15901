import type { SlicedWork } from "@/lib/scheduler/cooperative-task";

/** How a work rests. */
interface Rests<Result> {
  readonly result: Result;
  /** Rests it took. */
  readonly rests: number;
  /** Rows it read between two of them, at most. */
  readonly mostRows: number;
}

/** Rows as those given, and what counts how a work on them rests: the same on every machine. */
export function watchRows<Row extends object>(given: readonly Row[]) {
  const read = new Set<number>();
  const rows = given.map(
    (row, place) =>
      new Proxy(row, {
        get(target, name) {
          read.add(place);
          return Reflect.get(target, name);
        },
      }),
  );

  function restsOf<Result>(work: SlicedWork<Result>): Rests<Result> {
    let rests = 0;
    let mostRows = 0;
    for (;;) {
      read.clear();
      const step = work.next();
      mostRows = Math.max(mostRows, read.size);
      if (step.done) return { result: step.value, rests, mostRows };
      rests += 1;
    }
  }

  return { rows, restsOf };
}

import type { ItemStatus } from "./bulk-ledger";
import type { PlannedWrite } from "./planned-write";

/** Which writes of a plan wait for others, as `after` says. */
export interface WriteOrder {
  /** Whether it is known what became of the write that this place waits for. */
  readonly isItsTurn: (place: number) => boolean;
  /** Whether the write that this place waits for is done, or it waits for none. */
  readonly isAllowed: (place: number) => boolean;
}

/** The order of a plan whose writes are as `statusAt` tells. */
export function orderOf(
  writes: readonly PlannedWrite[],
  statusAt: (place: number) => ItemStatus,
): WriteOrder {
  const places = new Map<string, number>();
  /** Null where what it waits for is not before it: it would wait for ever. */
  const waitsFor = new Map<number, number | null>();
  for (const [place, write] of writes.entries()) {
    if (write.kind === "change" && write.after !== undefined) {
      waitsFor.set(place, places.get(write.after) ?? null);
    }
    places.set(write.key, place);
  }
  const statusBefore = (place: number): ItemStatus => {
    const first = waitsFor.get(place);
    if (first === undefined) return "done";
    return first === null ? "impossible" : statusAt(first);
  };
  return {
    isItsTurn: (place) => !["waiting", "sending"].includes(statusBefore(place)),
    isAllowed: (place) => statusBefore(place) === "done",
  };
}

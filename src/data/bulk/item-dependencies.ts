import { isSent, type PlannedWrite } from "@/data/changes/planned-change";
import type { ItemStatus } from "./bulk-job-items";

/** Which writes of a plan wait for others, as `after` says. */
export interface WriteOrder {
  /** Whether it is known what became of all that this place waits for. */
  readonly isItsTurn: (place: number) => boolean;
  /** Whether all that this place waits for is done, or it waits for nothing. */
  readonly isAllowed: (place: number) => boolean;
}

/** The order of a plan whose writes are as `statusAt` tells. */
export function orderOf(
  writes: readonly PlannedWrite[],
  statusAt: (place: number) => ItemStatus,
): WriteOrder {
  const places = new Map<string, number>();
  /** Null for what is not before it: it would wait for ever. */
  const waitsFor = new Map<number, readonly (number | null)[]>();
  for (const [place, write] of writes.entries()) {
    if (isSent(write) && write.after !== undefined) {
      waitsFor.set(
        place,
        write.after.map((key) => places.get(key) ?? null),
      );
    }
    places.set(write.key, place);
  }
  const statusesBefore = (place: number): readonly ItemStatus[] =>
    (waitsFor.get(place) ?? []).map((first) => (first === null ? "impossible" : statusAt(first)));
  return {
    isItsTurn: (place) =>
      statusesBefore(place).every((status) => status !== "waiting" && status !== "sending"),
    isAllowed: (place) => statusesBefore(place).every((status) => status === "done"),
  };
}

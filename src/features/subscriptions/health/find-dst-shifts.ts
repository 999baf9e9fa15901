import type { Subscription } from "@/contract/subscriptions";
import { type ClockMove, clockMove } from "@/features/subscriptions/findings/dst-shifts";
import type { SlicedWork } from "@/lib/scheduler/cooperative-task";

/** A delivery with how its local hour moves. */
export interface MovedDelivery {
  readonly record: Subscription;
  readonly move: ClockMove;
}

const ROWS_BETWEEN_RESTS = 64;

/** All deliveries whose local hour a change of the clocks moves. */
export function* findMoves(
  records: readonly Subscription[],
  change: Date,
  zone: string,
): SlicedWork<readonly MovedDelivery[]> {
  const moves: MovedDelivery[] = [];
  for (const [place, record] of records.entries()) {
    if (place % ROWS_BETWEEN_RESTS === 0) yield;
    const move = clockMove(record, change, zone);
    if (move !== null) moves.push({ record, move });
  }
  return moves;
}

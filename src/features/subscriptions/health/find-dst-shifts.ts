import type { Subscription } from "@/contract/subscriptions";
import { type DstShift, getDstShift } from "@/features/subscriptions/findings/dst-shifts";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";

export interface ShiftedSubscription {
  readonly record: Subscription;
  readonly shift: DstShift;
}

const ROWS_PER_SLICE = 64;

export function* findDstShifts(
  records: readonly Subscription[],
  change: Date,
  zone: string,
): CooperativeTask<readonly ShiftedSubscription[]> {
  const shifted: ShiftedSubscription[] = [];
  for (const [index, record] of records.entries()) {
    if (index % ROWS_PER_SLICE === 0) yield;
    const shift = getDstShift(record, change, zone);
    if (shift !== null) shifted.push({ record, shift });
  }
  return shifted;
}

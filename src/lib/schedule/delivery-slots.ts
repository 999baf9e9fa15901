import { parseInstant } from "@/lib/time/dates";

const SLOT_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

export interface SlotSchedule {
  readonly start_date: string;
  /** Only records from the server have this field. */
  readonly next_delivery_date?: string | null | undefined;
  /** Whether the server delivers only at minutes 0 and 30. Derived from the next delivery of a record. */
  readonly hasSlots?: boolean | undefined;
}

/**
 * Returns the slot length, in ms. The slot is half an hour if the server has delivery slots, or if
 * the next delivery is the scheduled time rounded up to minute 0 or 30. Otherwise, the slot is 1 ms
 * (server-generations, Subscriptions).
 */
export function deliverySlotMs({ start_date, next_delivery_date, hasSlots }: SlotSchedule): number {
  if (hasSlots) return SLOT_MS;
  const next = next_delivery_date ? parseInstant(next_delivery_date)?.getTime() : undefined;
  const start = parseInstant(start_date)?.getTime();
  if (next === undefined || start === undefined || next % SLOT_MS !== 0) return 1;
  const delay = (((next - start) % DAY_MS) + DAY_MS) % DAY_MS;
  return delay > 0 && delay < SLOT_MS ? SLOT_MS : 1;
}

/** Returns the delivery time of an occurrence. Both are in ms since 1970. */
export function toDeliveryTime({ slotMs }: { readonly slotMs: number }, time: number): number {
  return Math.ceil(time / slotMs) * slotMs;
}

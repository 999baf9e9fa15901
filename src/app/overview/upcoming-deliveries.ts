import type { Subscription } from "@/contract/subscriptions";
import { getNextDelivery } from "@/features/subscriptions/model/subscription-rules";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { parseInstant } from "@/lib/time/dates";

export interface UpcomingDelivery {
  readonly record: Subscription;
  readonly at: string;
}

const DAY_MS = 86_400_000;

/** Returns deliveries in the 24 hours after `now`, soonest first. */
export function findUpcomingDeliveries(
  records: readonly Subscription[],
  now: Date,
  names: ReferenceNames = NO_NAMES,
): readonly UpcomingDelivery[] {
  const from = now.getTime();
  return records
    .flatMap((record) => {
      const at = getNextDelivery(record, now, names);
      const time = at === null ? null : (parseInstant(at)?.getTime() ?? null);
      if (at === null || time === null || time < from || time > from + DAY_MS) return [];
      return [{ record, at, time }];
    })
    .sort((left, right) => left.time - right.time);
}

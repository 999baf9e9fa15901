import type { PlannedDelivery } from "@/data/changes/planned-change";
import { mendMove } from "@/features/subscriptions/findings/plan-dst-fix";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import type { SlicedWork } from "@/lib/scheduler/cooperative-task";
import type { MovedDelivery } from "./find-dst-shifts";

const MENDS_BETWEEN_RESTS = 16;

/** The writes that give deliveries their local hour back; what no edit gives it back says why. */
export function* planMends(moves: readonly MovedDelivery[]): SlicedWork<readonly PlannedDelivery[]> {
  const writes: PlannedDelivery[] = [];
  for (const [place, { record, move }] of moves.entries()) {
    if (place % MENDS_BETWEEN_RESTS === 0) yield;
    const common = { key: String(record.id), name: titleOf(record).text };
    const mending = mendMove(record, move);
    writes.push(
      mending.kind === "change"
        ? { ...common, resource: "subscription", kind: "change", before: record, body: mending.body }
        : { ...common, kind: "impossible", why: mending.why },
    );
  }
  return writes;
}

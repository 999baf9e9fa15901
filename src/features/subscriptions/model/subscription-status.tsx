import { Status, type StatusTone } from "@/ui/primitives/status";
import type { StateReading, SubscriptionState } from "./subscription-rules";

const TONES: Record<SubscriptionState, StatusTone> = {
  active: "positive",
  ended: "neutral",
  overdue: "warning",
  deleted: "neutral",
};

/** The state of a delivery as dot and word. */
export function SubscriptionStatus({ reading }: { readonly reading: StateReading }) {
  return <Status tone={TONES[reading.state]} label={reading.label} />;
}

import { Status, type StatusTone } from "@/ui/primitives/status";
import type { SubscriptionState, SubscriptionStateDescription } from "./subscription-rules";

const STATE_TONES: Record<SubscriptionState, StatusTone> = {
  active: "positive",
  paused: "neutral",
  ended: "neutral",
  never: "danger",
  overdue: "warning",
  deleted: "neutral",
};

export function SubscriptionStatus({ reading }: { readonly reading: SubscriptionStateDescription }) {
  return <Status tone={STATE_TONES[reading.state]} label={reading.label} />;
}

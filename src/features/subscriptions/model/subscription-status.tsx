import { Status, type StatusTone } from "@/ui/primitives/status";
import type { SubscriptionState, SubscriptionStateDescription } from "./subscription-rules";

/** Color of each state, on every page. */
export const SUBSCRIPTION_STATE_TONES = {
  active: "positive",
  paused: "neutral",
  ended: "neutral",
  never: "danger",
  overdue: "warning",
  deleted: "neutral",
} as const satisfies Record<SubscriptionState, StatusTone>;

interface SubscriptionStatusProps {
  readonly reading: SubscriptionStateDescription;
  readonly detail?: string | undefined;
}

export function SubscriptionStatus({ reading, detail }: SubscriptionStatusProps) {
  return <Status tone={SUBSCRIPTION_STATE_TONES[reading.state]} label={reading.label} detail={detail} />;
}

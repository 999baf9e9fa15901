import { useDeferredValue, useMemo } from "react";
import { type Control, useWatch } from "react-hook-form";
import type { SendingRules } from "@/data/capabilities/capabilities";
import type { Receivers } from "@/data/subscriptions/save-effect-messages";
import { describeSaveEffects } from "@/features/subscriptions/schema/save-effects";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { saveLabel, saveWithoutSendingLabel, sendNowLabel } from "./form-messages";

interface SaveLabelProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
  readonly rules: SendingRules;
}

/** Returns who receives an immediate delivery, or null. Deferred, so that it never blocks typing. */
function useReceivers(props: SaveLabelProps, sendsNow: boolean): Receivers | null {
  const { control, origin, rules } = props;
  const watchedValues = useWatch({ control });
  const values = useDeferredValue(watchedValues);
  return useMemo(() => {
    const effects = describeSaveEffects({ ...origin.values, ...values }, origin, rules, sendsNow);
    return effects.find(({ sends }) => sends === true)?.receivers ?? null;
  }, [origin, values, rules, sendsNow]);
}

/** Shows the label of the primary button, with the number of people who get an email, if any. */
export function SaveLabel(props: SaveLabelProps) {
  const receivers = useReceivers(props, false);
  const kind = props.origin.record === null ? "create" : "save";
  return props.rules.acceptsSendTestNow ? saveWithoutSendingLabel(kind) : saveLabel(kind, receivers);
}

interface SendNowButtonProps extends SaveLabelProps {
  readonly loading: boolean;
  readonly disabledReason: string | undefined;
  readonly onClick: () => void;
}

/** Button that saves and delivers immediately. Hidden for an edit that causes no delivery. */
export function SendNowButton({ loading, disabledReason, onClick, ...props }: SendNowButtonProps) {
  const receivers = useReceivers(props, true);
  const isNew = props.origin.record === null;
  if (receivers === null && !isNew) return null;
  return (
    <ButtonWithDisabledReason
      variant="default"
      loading={loading}
      disabledReason={disabledReason}
      onClick={onClick}
    >
      {sendNowLabel(isNew ? "create" : "save")}
    </ButtonWithDisabledReason>
  );
}

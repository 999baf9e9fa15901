import { Stack } from "@mantine/core";
import { useState } from "react";
import { type Control, useFormState, useWatch } from "react-hook-form";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { TextAreaField } from "@/ui/form/fields";
import { FormField } from "@/ui/form/form-field";
import { ChevronRightIcon } from "@/ui/theme/icons";
import classes from "./more-options.module.css";
import { EndFields } from "./time-fields";

interface MoreOptionsProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

/** Fields for the end and the message. Opens automatically when a field has a value or an error. */
export function MoreOptions({ control, origin }: MoreOptionsProps) {
  const [end, message] = useWatch({ control, name: ["end", "message"] });
  const { errors, submitCount } = useFormState({ control });
  const hasError = [errors.end, errors.until, errors.count, errors.message].some(Boolean);
  // A new value of `reason` opens the section again, even if the user has closed it.
  const reason = hasError ? `error ${submitCount}` : String(end !== "never" || message !== "");
  const [openedFor, setOpenedFor] = useState("false");
  const [isOpen, setIsOpen] = useState(false);
  if (reason !== openedFor) {
    setOpenedFor(reason);
    if (reason !== "false") setIsOpen(true);
  }
  return (
    <details className={classes.details} open={isOpen}>
      <summary
        className={classes.summary}
        onClick={(event) => {
          event.preventDefault();
          setIsOpen(!isOpen);
        }}
      >
        <ChevronRightIcon size={12} />
        End and message
      </summary>
      <Stack gap={20} pt="sm">
        <EndFields control={control} origin={origin} />
        <FormField
          as={TextAreaField}
          control={control}
          name="message"
          label="Message"
          description={
            origin.record === null
              ? "Sent only with an immediate delivery."
              : "Sent only to recipients you add now."
          }
        />
      </Stack>
    </details>
  );
}

import type { Ref } from "react";
import type { Subscription } from "@/api/subscriptions";
import { recipientLabel } from "@/lib/recipients/recipients";
import { validateRecipient } from "@/lib/recipients/validate-recipient";
import type { FieldProps } from "@/ui/form/fields";
import { PickerField } from "@/ui/form/picker-field";
import { useRecipientSuggestions } from "./use-recipient-suggestions";

interface RecipientPickerProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Channel of the recipients. Null for all channels. */
  readonly channel: string | null;
  /** Subscriptions whose recipients are suggested. Defaults to all. */
  readonly records?: readonly Subscription[] | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly placeholder?: string | undefined;
}

/** Shows a combobox for one recipient. Marks an address that may be a mistake. */
export function RecipientPicker({ channel, records, description, ...field }: RecipientPickerProps) {
  const { getSuggestions, getNote } = useRecipientSuggestions({ channel, records });
  // With `records`, the user picks an address that is already in use, so it isn't marked.
  const note = records === undefined ? getNote(field.value) : null;
  const known = (text: string) => getSuggestions(text).some(({ item }) => item === text);
  return (
    <PickerField
      {...field}
      description={<span aria-live="polite">{note ?? description}</span>}
      valueLabel={channel === "slack" ? recipientLabel("slack", field.value) : ""}
      parseItem={(text) => {
        const typed = text.trim();
        const isComplete =
          channel === "email" ? validateRecipient(channel, typed) === null : channel !== null || known(typed);
        return isComplete && typed !== "" ? typed : null;
      }}
      getSuggestions={getSuggestions}
    />
  );
}

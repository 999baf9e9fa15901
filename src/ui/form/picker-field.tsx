import { type Ref, useState } from "react";
import { type FieldProps, TextField } from "./fields";
import { type GetSuggestions, useTextSuggestions } from "./suggestions";

interface PickerFieldProps extends FieldProps {
  /** The selected item, or typed text that isn't an item. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Name of the item. Shown while the field isn't being edited. */
  readonly valueLabel: string;
  readonly parseItem: (text: string) => string | null;
  readonly getSuggestions: GetSuggestions;
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function PickerField(props: PickerFieldProps) {
  const { value, valueLabel, onChange, parseItem, getSuggestions, onSearch, onBlur, ...field } = props;
  const [typed, setTyped] = useState<string | null>(null);
  // A value that the form has changed in the meantime replaces the typed text.
  const draft = typed !== null && value === (parseItem(typed) ?? typed) ? typed : null;
  const suggestions = useTextSuggestions(getSuggestions, {
    label: field.label,
    text: draft ?? "",
    isValid: (text) => parseItem(text) !== null,
    onSelect(item) {
      setTyped(null);
      onSearch?.("");
      onChange(item);
    },
  });
  return (
    <TextField
      {...field}
      value={draft ?? (valueLabel || value)}
      onChange={(text) => {
        setTyped(text);
        onSearch?.(text);
        onChange(parseItem(text) ?? text);
        suggestions.open();
      }}
      spellCheck={false}
      {...suggestions.inputProps}
      inputContainer={suggestions.inputContainer}
      onClick={suggestions.open}
      onKeyDown={(event) => void suggestions.handleKeyDown(event)}
      onBlur={() => {
        suggestions.close();
        setTyped(null);
        onBlur?.();
      }}
    />
  );
}

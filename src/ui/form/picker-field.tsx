import { Box } from "@mantine/core";
import { type Ref, useId, useState } from "react";
import { type FieldProps, TextField } from "./fields";
import { type TagSuggestion, TagSuggestionList, useTagSuggestions } from "./tag-suggestions";

interface PickerFieldProps extends FieldProps {
  /** The selected item, or typed text that isn't an item. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Name of the item. Shown while the field isn't being edited. */
  readonly valueLabel: string;
  readonly parseItem: (text: string) => string | null;
  readonly getSuggestions: (text: string) => readonly TagSuggestion[];
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

const NO_VALUES: readonly string[] = [];

export function PickerField(props: PickerFieldProps) {
  const { value, valueLabel, onChange, parseItem, getSuggestions, onSearch, ...field } = props;
  const id = useId();
  const [typed, setDraft] = useState<string | null>(null);
  // A value that the form has changed in the meantime replaces the typed text.
  const draft = typed !== null && value === (parseItem(typed) ?? typed) ? typed : null;
  const suggestions = useTagSuggestions(
    { getSuggestions, value: NO_VALUES, validate: (text) => (parseItem(text) === null ? text : null) },
    {
      draft: draft ?? "",
      add: ([item]) => {
        setDraft(null);
        onSearch?.("");
        if (item !== undefined) onChange(item);
      },
    },
  );
  return (
    <Box
      pos="relative"
      onBlur={() => {
        suggestions.close();
        setDraft(null);
      }}
    >
      <TextField
        {...field}
        value={draft ?? (valueLabel || value)}
        onChange={(text) => {
          setDraft(text);
          onSearch?.(text);
          onChange(parseItem(text) ?? text);
          suggestions.open();
        }}
        spellCheck={false}
        {...suggestions.getComboboxProps(id)}
        onClick={suggestions.open}
        onKeyDown={(event) => void suggestions.handleKeyDown(event)}
      />
      {suggestions.items.length > 0 && (
        <TagSuggestionList id={`${id}-offers`} label={field.label} suggestions={suggestions} />
      )}
    </Box>
  );
}

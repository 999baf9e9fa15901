import { type Ref, useId, useState } from "react";
import { type FieldProps, TextField } from "./fields";
import { TagSuggestionList } from "./tag-suggestion-list";
import pickerClasses from "./tags-input.module.css";
import type { TagSuggestion } from "./tags-types";
import { useTagSuggestions } from "./use-tag-suggestions";

interface PickerFieldProps extends FieldProps {
  /** The item, or the typed text while it is none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Name of the item. Shown instead of it while the field isn't edited. */
  readonly valueLabel: string;
  /** Returns the item in a typed or pasted text, or null. */
  readonly parseItem: (text: string) => string | null;
  readonly getSuggestions: (text: string) => readonly TagSuggestion[];
  /** Called with the typed text. */
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

const NO_VALUES: readonly string[] = [];

/** Combobox for one item: type to search, or enter the item itself. */
export function PickerField(props: PickerFieldProps) {
  const { value, valueLabel, onChange, parseItem, getSuggestions, onSearch, ...field } = props;
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const suggestions = useTagSuggestions(
    { getSuggestions, value: NO_VALUES, validate: (text) => (parseItem(text) === null ? text : null) },
    {
      draft: draft ?? "",
      setDraft,
      add: ([item]) => {
        setDraft(null);
        onSearch?.("");
        if (item !== undefined) onChange(item);
      },
    },
  );
  return (
    <div
      className={pickerClasses.anchor}
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
        inputAttributes={{
          ...suggestions.getComboboxProps(id),
          onClick: suggestions.open,
          onKeyDown: (event) => void suggestions.handleKeyDown(event),
        }}
      />
      {suggestions.items.length > 0 && (
        <TagSuggestionList id={`${id}-offers`} label={field.label} suggestions={suggestions} />
      )}
    </div>
  );
}

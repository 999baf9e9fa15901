import type { Ref } from "react";
import type { FieldProps } from "./fields";

export interface TagsInputProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  /** Returns an error message that includes the item, or null. */
  readonly validate: (item: string) => string | null;
  /** Returns a note about a valid item that may be a mistake, or null. */
  readonly getItemNote?: ((item: string) => string | null) | undefined;
  readonly splitItems: (text: string) => string[];
  /** Called with typed text that isn't an item yet. Such text counts as an unsaved change. */
  readonly onDraftChange?: ((draft: string) => void) | undefined;
  /** Returns suggestions for the typed text. Makes the input a combobox. */
  readonly getSuggestions?: ((draft: string) => readonly TagSuggestion[]) | undefined;
  /** Returns the label of an item. Defaults to the item itself. */
  readonly getItemLabel?: ((item: string) => string) | undefined;
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export interface TagSuggestion {
  /** Item that the suggestion adds. */
  readonly item: string;
  readonly label: string;
  readonly detail?: string;
}

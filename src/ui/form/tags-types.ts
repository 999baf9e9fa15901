import type { Ref } from "react";
import type { FieldProps } from "./fields";

/** What a field of chips needs. */
export interface TagsInputProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  /** What is wrong with one item, as a sentence that names it; null when nothing is. */
  readonly validate: (item: string) => string | null;
  /** Cuts typed or pasted text into items. */
  readonly splitItems: (text: string) => string[];
  /** Told what stands in the input and is not added yet; "" for nothing. It counts as a change that is not saved. */
  readonly onDraftChange?: ((draft: string) => void) | undefined;
  /** What fits what is typed: then the input is a combobox, and whoever types a name need not know the item. */
  readonly getSuggestions?: ((draft: string) => readonly TagSuggestion[]) | undefined;
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** Something that may be added as a chip. */
export interface TagSuggestion {
  /** The text of the chip. */
  readonly item: string;
  /** What a person knows it by. */
  readonly label: string;
  readonly detail?: string;
}

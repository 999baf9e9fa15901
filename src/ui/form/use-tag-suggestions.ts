import { type KeyboardEvent, useMemo, useState } from "react";
import type { TagSuggestion, TagsInputProps } from "./tags-types";
import type { useTags } from "./use-tags";

export type TagSuggestions = ReturnType<typeof useTagSuggestions>;

const NO_SUGGESTIONS: readonly TagSuggestion[] = [];

/** Manages the suggestions of an input and handles their keys. Arrow down opens the list. */
export function useTagSuggestions(
  { getSuggestions: suggest, value, validate }: Pick<TagsInputProps, "getSuggestions" | "value" | "validate">,
  tags: Pick<ReturnType<typeof useTags>, "draft" | "setDraft" | "add">,
) {
  const [isRequested, setIsRequested] = useState(false);
  const [highlightedIndex, setHighlightedIndex] = useState<number | null>(null);
  const { draft } = tags;
  const items = useMemo(
    () =>
      isRequested && suggest ? suggest(draft).filter(({ item }) => !value.includes(item)) : NO_SUGGESTIONS,
    [isRequested, suggest, draft, value],
  );
  const isOpen = items.length > 0;
  // If the typed text isn't a valid item, Enter adds the first suggestion.
  const defaultIndex = draft.trim() !== "" && validate(draft.trim()) !== null ? 0 : null;
  const active = !isOpen
    ? null
    : highlightedIndex !== null && highlightedIndex < items.length
      ? highlightedIndex
      : defaultIndex;

  function open() {
    setIsRequested(true);
    setHighlightedIndex(null);
  }

  function close() {
    setIsRequested(false);
    setHighlightedIndex(null);
  }

  function take({ item }: TagSuggestion) {
    close();
    tags.add([item]);
  }

  function moveHighlight(step: 1 | -1) {
    const start = active ?? (step === 1 ? -1 : items.length);
    setHighlightedIndex((start + step + items.length) % items.length);
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>): boolean {
    if (!suggest || event.ctrlKey || event.metaKey || event.altKey) return false;
    const selected = active === null ? undefined : items[active];
    const keyActions: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: isOpen ? () => moveHighlight(1) : open,
      ArrowUp: isOpen ? () => moveHighlight(-1) : undefined,
      Enter: selected && (() => take(selected)),
      Escape: isOpen ? close : undefined,
    };
    const action = keyActions[event.key];
    if (action === undefined) return false;
    event.preventDefault();
    // Escape closes only the list, not a drawer around the input.
    event.stopPropagation();
    action();
    return true;
  }

  /** Returns the combobox props of the input. Empty if `getSuggestions` isn't set. */
  function combobox(id: string) {
    if (!suggest) return {};
    return {
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-autocomplete": "list",
      "aria-controls": isOpen ? `${id}-offers` : undefined,
      "aria-activedescendant": active === null ? undefined : `${id}-offers-${active}`,
      // Keeps a surrounding drawer open, because Mantine's drawers receive Escape first.
      "data-mantine-stop-propagation": isOpen,
    } as const;
  }

  return {
    items,
    activeIndex: active,
    open,
    close,
    select: take,
    handleKeyDown: onKey,
    getComboboxProps: combobox,
  };
}

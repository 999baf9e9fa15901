import { type KeyboardEvent, useMemo, useState } from "react";
import type { ChipSuggestion, ChipsFieldProps } from "./tags-types";
import type { useChips } from "./use-tags";

/** The list of a field of chips and the ways to choose from it. */
export type ChipSuggestions = ReturnType<typeof useChipSuggestions>;

const NONE: readonly ChipSuggestion[] = [];

/** What fits what is typed into a field of chips, and the keys that choose from it. Arrow down opens the list as well. */
export function useChipSuggestions(
  { suggest, value, validate }: Pick<ChipsFieldProps, "suggest" | "value" | "validate">,
  chips: Pick<ReturnType<typeof useChips>, "draft" | "setDraft" | "add">,
) {
  const [isWanted, setIsWanted] = useState(false);
  const [reached, setReached] = useState<number | null>(null);
  const { draft } = chips;
  const items = useMemo(
    () => (isWanted && suggest ? suggest(draft).filter(({ item }) => !value.includes(item)) : NONE),
    [isWanted, suggest, draft, value],
  );
  const isOpen = items.length > 0;
  // What is typed is no item by itself: then Enter means the first that fits it.
  const first = draft.trim() !== "" && validate(draft.trim()) !== null ? 0 : null;
  const active = !isOpen ? null : reached !== null && reached < items.length ? reached : first;

  function open() {
    setIsWanted(true);
    setReached(null);
  }

  function close() {
    setIsWanted(false);
    setReached(null);
  }

  function take({ item }: ChipSuggestion) {
    close();
    chips.add([item]);
  }

  function move(step: 1 | -1) {
    const start = active ?? (step === 1 ? -1 : items.length);
    setReached((start + step + items.length) % items.length);
  }

  /** Whether the key was meant for the list. */
  function onKey(event: KeyboardEvent<HTMLInputElement>): boolean {
    if (!suggest || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return false;
    const chosen = active === null ? undefined : items[active];
    const meant: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: isOpen ? () => move(1) : open,
      ArrowUp: isOpen ? () => move(-1) : undefined,
      Enter: chosen && (() => take(chosen)),
      Escape: isOpen ? close : undefined,
    };
    const act = meant[event.key];
    if (act === undefined) return false;
    event.preventDefault();
    // Escape means the list, not the drawer around it.
    event.stopPropagation();
    act();
    return true;
  }

  /** What makes the input a combobox; nothing where nothing is suggested. */
  function combobox(id: string) {
    if (!suggest) return {};
    return {
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-autocomplete": "list",
      "aria-controls": isOpen ? `${id}-offers` : undefined,
      "aria-activedescendant": active === null ? undefined : `${id}-offers-${active}`,
      // Mantine's drawers listen in front of everybody else.
      "data-mantine-stop-propagation": isOpen,
    } as const;
  }

  return { items, active, open, close, take, onKey, combobox };
}

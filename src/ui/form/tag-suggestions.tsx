import { Text } from "@mantine/core";
import { type KeyboardEvent, useMemo, useState } from "react";
import classes from "./tag-suggestions.module.css";

export interface TagSuggestion {
  /** Item that the suggestion adds. */
  readonly item: string;
  readonly label: string;
  readonly detail?: string;
}

type TagSuggestions = ReturnType<typeof useTagSuggestions>;

interface SuggestionOptions {
  /** Returns suggestions for the typed text. Makes the input a combobox. */
  readonly getSuggestions?: ((draft: string) => readonly TagSuggestion[]) | undefined;
  /** Items that aren't suggested. */
  readonly value: readonly string[];
  readonly validate: (item: string) => string | null;
}

interface SuggestionInput {
  readonly draft: string;
  readonly add: (items: readonly string[]) => void;
}

const NO_SUGGESTIONS: readonly TagSuggestion[] = [];

/** Manages the suggestions of an input and handles their keys. Arrow down opens the list. */
export function useTagSuggestions(
  { getSuggestions: suggest, value, validate }: SuggestionOptions,
  { draft, add }: SuggestionInput,
) {
  const [isRequested, setIsRequested] = useState(false);
  const [highlightedIndex, setHighlightedIndex] = useState<number | null>(null);
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

  function select({ item }: TagSuggestion) {
    close();
    add([item]);
  }

  function moveHighlight(step: 1 | -1) {
    const start = active ?? (step === 1 ? -1 : items.length);
    setHighlightedIndex((start + step + items.length) % items.length);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): boolean {
    if (!suggest || event.ctrlKey || event.metaKey || event.altKey) return false;
    const selected = active === null ? undefined : items[active];
    const keyActions: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: isOpen ? () => moveHighlight(1) : open,
      ArrowUp: isOpen ? () => moveHighlight(-1) : undefined,
      Enter: selected && (() => select(selected)),
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
  function getComboboxProps(id: string) {
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
    select,
    handleKeyDown,
    getComboboxProps,
  };
}

interface TagSuggestionListProps {
  /** ID of the list, and prefix of its options' IDs. */
  readonly id: string;
  readonly label: string;
  readonly suggestions: Pick<TagSuggestions, "items" | "activeIndex" | "select">;
}

const scrollIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });

/**
 * Shows the suggestions of a tags input or picker field. Focus stays in the input, which handles
 * keys.
 */
export function TagSuggestionList({ id, label, suggestions }: TagSuggestionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={`${label}: suggestions`}
      tabIndex={-1}
      className={classes.list}
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.items.map((suggestion, index) => (
        <div
          key={suggestion.item}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === suggestions.activeIndex}
          tabIndex={-1}
          className={classes.suggestion}
          ref={index === suggestions.activeIndex ? scrollIntoView : undefined}
          onClick={() => suggestions.select(suggestion)}
        >
          {suggestion.label}
          {suggestion.detail !== undefined && (
            <Text span size="xs" c="dimmed">
              {suggestion.detail}
            </Text>
          )}
        </div>
      ))}
    </div>
  );
}

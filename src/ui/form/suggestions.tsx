import "@mantine/core/styles/Combobox.layer.css";
import { Box, Combobox, Text, useCombobox } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import classes from "./suggestions.module.css";

export interface Suggestion {
  /** Value that the suggestion stands for. Unique in a list. */
  readonly item: string;
  readonly label: string;
  readonly detail?: string | undefined;
}

interface SuggestionOptions {
  /** Empty while the list is closed. */
  readonly items: readonly Suggestion[];
  /** Suggestion that Enter selects if no arrow key was pressed. */
  readonly defaultIndex?: number | undefined;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onSelect: (item: string) => void;
}

/**
 * Manages the suggestions of an input, which keeps focus: pass `inputProps` to it, and its keys to `handleKeyDown`.
 * The active index is React state, because Mantine's `useCombobox` would keep it when the list changes.
 */
export function useSuggestions({ items, defaultIndex = -1, onOpenChange, onSelect }: SuggestionOptions) {
  const id = useId();
  const [highlighted, setHighlighted] = useState(-1);
  const isOpen = items.length > 0;
  const activeIndex = highlighted < 0 || highlighted >= items.length ? defaultIndex : highlighted;
  const active = items[activeIndex];
  const store = useCombobox({ opened: isOpen, onOpenedChange: setOpen });

  function setOpen(isRequested: boolean) {
    setHighlighted(-1);
    onOpenChange(isRequested);
  }

  function select({ item }: Suggestion) {
    setOpen(false);
    onSelect(item);
  }

  function move(step: 1 | -1) {
    const start = active === undefined && step === -1 ? items.length : activeIndex;
    setHighlighted((start + step + items.length) % items.length);
  }

  /** Returns whether the list has handled the key. */
  function handleKeyDown(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "ArrowDown" && isOpen) move(1);
    else if (event.key === "ArrowDown") setOpen(true);
    else if (event.key === "ArrowUp" && isOpen) move(-1);
    else if (event.key === "Enter" && active) select(active);
    else if (event.key === "Escape" && isOpen) setOpen(false);
    else return false;
    event.preventDefault();
    // Escape closes only the list, not a drawer around the input.
    event.stopPropagation();
    return true;
  }

  const inputProps = {
    role: "combobox",
    "aria-expanded": isOpen,
    "aria-autocomplete": "list",
    "aria-controls": isOpen ? id : undefined,
    "aria-activedescendant": active && `${id}-${activeIndex}`,
    // Keeps a surrounding drawer open, because Mantine's drawers receive Escape first.
    "data-mantine-stop-propagation": isOpen,
  } as const;
  return {
    id,
    store,
    items,
    active,
    select,
    inputProps,
    handleKeyDown,
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
}

export type GetSuggestions = (text: string) => readonly Suggestion[];

interface TextSuggestionOptions {
  readonly label: string;
  readonly text: string;
  readonly isValid: (text: string) => boolean;
  /** Items that aren't suggested. */
  readonly exclude?: readonly string[];
  readonly onSelect: (item: string) => void;
}

/** Suggests items for a text. If the text isn't a valid item, Enter selects the first suggestion. */
export function useTextSuggestions(
  getSuggestions: GetSuggestions | undefined,
  { label, text, isValid, exclude = [], onSelect }: TextSuggestionOptions,
) {
  const [isRequested, setIsRequested] = useState(false);
  const items = (isRequested && getSuggestions?.(text)) || [];
  const suggestions = useSuggestions({
    items: items.filter(({ item }) => !exclude.includes(item)),
    defaultIndex: text.trim() !== "" && !isValid(text.trim()) ? 0 : undefined,
    onOpenChange: setIsRequested,
    onSelect,
  });
  return {
    ...suggestions,
    inputProps: getSuggestions && suggestions.inputProps,
    handleKeyDown: (event: KeyboardEvent) => getSuggestions !== undefined && suggestions.handleKeyDown(event),
    inputContainer: (input: ReactNode) => (
      <SuggestionBox label={`${label}: suggestions`} suggestions={suggestions}>
        {input}
      </SuggestionBox>
    ),
  };
}

const scrollIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });

interface SuggestionBoxProps {
  readonly label: string;
  readonly suggestions: ReturnType<typeof useSuggestions>;
  readonly children: ReactNode;
}

/** Shows suggestions below its children. */
export function SuggestionBox({ label, suggestions, children }: SuggestionBoxProps) {
  const { id, store, items, active, select } = suggestions;
  return (
    <Combobox store={store} keepMounted={false} withinPortal={false} offset={4}>
      <Combobox.DropdownTarget>
        <Box pos="relative">{children}</Box>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown maw={480}>
        <Combobox.Options
          id={id}
          aria-label={label}
          mah="min(320px, 45dvh)"
          className={classes.options ?? ""}
        >
          {items.map((suggestion, index) => (
            <Combobox.Option
              key={suggestion.item}
              id={`${id}-${index}`}
              value={suggestion.item}
              selected={suggestion === active}
              aria-selected={suggestion === active}
              ref={suggestion === active ? scrollIntoView : undefined}
              className={classes.option ?? ""}
              onClick={() => select(suggestion)}
            >
              {suggestion.label}
              {suggestion.detail !== undefined && (
                <Text span size="xs" c="dimmed" className={classes.detail ?? ""}>
                  {suggestion.detail}
                </Text>
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

import "@mantine/core/styles/Combobox.layer.css";
import { Box, Combobox, Text, useCombobox } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import classes from "./suggestions.module.css";

interface Suggestion {
  /** Value that the suggestion stands for. Unique in a list. */
  readonly item: string;
  readonly label: string;
  readonly detail?: string | undefined;
}

interface SuggestionOptions {
  readonly label: string;
  /** Empty while the list is closed. */
  readonly items: readonly Suggestion[];
  /** Suggestion that Enter selects if no arrow key was pressed. */
  readonly defaultIndex?: number | undefined;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onSelect: (item: string) => void;
}

const scrollIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });

/** Spread all returned props. The active index is state, because `useCombobox` keeps it when the list changes. */
export function useSuggestions(options: SuggestionOptions) {
  const { label, items, defaultIndex = -1, onOpenChange, onSelect } = options;
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

  const inputContainer = (input: ReactNode) => (
    <Combobox store={store} keepMounted={false} withinPortal={false} position="bottom-start" offset={4}>
      <Combobox.DropdownTarget>
        <Box pos="relative">{input}</Box>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown miw="min(300px, 100vw - 24px)" maw={480}>
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
                <Text span size="xs" c="dimmed">
                  {suggestion.detail}
                </Text>
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );

  return {
    active,
    select,
    inputProps,
    inputContainer,
    handleKeyDown,
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
}

export type GetSuggestions = (text: string) => readonly Suggestion[];

interface TextSuggestionOptions extends Pick<SuggestionOptions, "label" | "onSelect"> {
  readonly text: string;
  readonly isValid: (text: string) => boolean;
  readonly exclude?: readonly string[];
}

/** Suggests items for a text. If the text isn't a valid item, Enter selects the first suggestion. */
export function useTextSuggestions(
  getSuggestions: GetSuggestions | undefined,
  { label, text, isValid, exclude = [], onSelect }: TextSuggestionOptions,
) {
  const [isRequested, setIsRequested] = useState(false);
  const items = (isRequested && getSuggestions?.(text)) || [];
  const suggestions = useSuggestions({
    label: `${label}: suggestions`,
    items: items.filter(({ item }) => !exclude.includes(item)),
    defaultIndex: text.trim() !== "" && !isValid(text.trim()) ? 0 : undefined,
    onOpenChange: setIsRequested,
    onSelect,
  });
  if (getSuggestions !== undefined) return suggestions;
  return { ...suggestions, inputProps: {}, handleKeyDown: () => false };
}

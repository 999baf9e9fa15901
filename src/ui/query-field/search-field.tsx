import { Group, Input, type InputProps } from "@mantine/core";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from "react";
import { API_KEY_IN_TEXT_MESSAGE, containsApiKey } from "@/lib/text/api-key-text";
import { KeyHint } from "@/ui/primitives/kbd";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon, SearchIcon } from "@/ui/theme/icons";
import { useFollowedText } from "./use-query-draft";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called on every change of the text. The field updates without waiting for the parent. */
  readonly onChange: (text: string) => void;
  readonly placeholder?: string | undefined;
  /** Whether the `/` shortcut focuses the field. Allowed for one field per page. */
  readonly isPageSearch?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/**
 * Shows a plain text search. Escape clears the text. In the page's search, a second Escape leaves
 * the field. Use `QueryField` for the query language.
 */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, placeholder, isPageSearch = false, onKeyDown } = props;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useSearchText(value, onChange);

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Escape" || text === "") {
      if (event.key === "Escape" && isPageSearch) event.currentTarget.blur();
      return onKeyDown?.(event);
    }
    event.preventDefault();
    // Only the field handles this Escape.
    event.stopPropagation();
    setText("");
  }

  return (
    <>
      <SearchInput
        ref={input}
        aria-label={label}
        inputMode="search"
        placeholder={placeholder}
        isPageSearch={isPageSearch}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={handleKeyDown}
        onClear={() => {
          setText("");
          input.current?.focus();
        }}
      />
      {containsApiKey(text) && <Input.Error role="alert">{API_KEY_IN_TEXT_MESSAGE}</Input.Error>}
    </>
  );
}

interface SearchInputProps extends Omit<ComponentProps<"input">, keyof InputProps>, InputProps {
  readonly value: string;
  readonly isPageSearch: boolean;
  readonly onClear: () => void;
  /** Another button, after the one that clears the text. */
  readonly button?: ReactNode;
}

/** Shows the input of a search, with an icon, a button that clears it, and the `/` shortcut's hint. */
export function SearchInput({ isPageSearch, onClear, button, ...input }: SearchInputProps) {
  return (
    <Input
      // The attributes of `input` describe it.
      withAria={false}
      type="text"
      enterKeyHint="search"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      data-search-field={isPageSearch || undefined}
      leftSection={<SearchIcon />}
      rightSection={
        <Group gap={2} wrap="nowrap">
          {isPageSearch && input.value === "" && <KeyHint keys="/" />}
          {input.value !== "" && (
            <IconButton
              label="Clear search"
              icon={<CloseIcon size={14} />}
              hasTooltip={false}
              onClick={onClear}
            />
          )}
          {button}
        </Group>
      }
      rightSectionPointerEvents="all"
      rightSectionWidth={`calc(${button === undefined ? 1 : 2} * var(--ui-target) + 4px)`}
      // A panel of the button has its own color and covers the list.
      rightSectionProps={{ style: { zIndex: "auto", color: "inherit" } }}
      data-no-print
      {...input}
    />
  );
}

/**
 * Returns the text of a field and its setter. The text doesn't wait for the parent, which may update in a transition.
 * A text with an API key stays in the field.
 */
export function useSearchText(
  value: string,
  onChange: (text: string) => void,
): readonly [string, (text: string) => void] {
  const { text, setText, noteSent } = useFollowedText(value);
  function update(next: string) {
    setText(next);
    if (containsApiKey(next)) return;
    noteSent(next);
    onChange(next);
  }
  return [text, update];
}

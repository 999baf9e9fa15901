import { Group, Input, type InputProps } from "@mantine/core";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { API_KEY_IN_TEXT_MESSAGE, containsApiKey } from "@/lib/text/normalize-text";
import { IconButton, KeyHint } from "@/ui/primitives/link-button";
import { CloseIcon, SearchIcon } from "@/ui/theme/icons";

/** Escape clears the text, and a second one leaves the page's search. `QueryField` has the query language. */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  /** Called on every change of the text. The field updates without waiting for the parent. */
  readonly onChange: (text: string) => void;
  readonly placeholder?: string | undefined;
  /** Whether the `/` shortcut focuses the field. Allowed for one field per page. */
  readonly isPageSearch?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}) {
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

/** The text doesn't wait for the parent, which may update in a transition. An API key stays in the field. */
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

/** Debounces URL updates, because each of them renders the page again. */
const DEBOUNCE_MS = 1_000;

/**
 * Returns the search text and its setter. Rows follow in a transition. The URL follows when the user stops typing or
 * focus leaves, so that the history entry contains the query. `write` returns false while another page is active.
 */
export function useQueryDraft(
  address: string,
  write: (query: string) => boolean,
): readonly [string, (text: string) => void] {
  const { text, setText, lastSent, noteSent } = useFollowedText(address);
  const writeToAddress = useEffectEvent(write);
  const markWritten = useEffectEvent(noteSent);

  useEffect(() => {
    if (text === lastSent) return;
    // The text may update after focus has left the field. Then no `focusout` event follows.
    const isTyping = document.activeElement instanceof HTMLInputElement;
    let timer = setTimeout(flush, isTyping ? DEBOUNCE_MS : 0);
    // After navigation, the previous page may remain rendered for a while. Writing its query would break Back.
    function restartTimer() {
      clearTimeout(timer);
      timer = setTimeout(flush, DEBOUNCE_MS);
    }
    function cleanUp() {
      clearTimeout(timer);
      document.removeEventListener("focusout", flush);
      window.removeEventListener("popstate", restartTimer);
    }
    function flush() {
      // While another page or a drawer is open, the URL is written later.
      if (!writeToAddress(text)) return restartTimer();
      // A second write before the next render would overwrite other changes.
      cleanUp();
      markWritten(text);
    }
    document.addEventListener("focusout", flush);
    window.addEventListener("popstate", restartTimer);
    return cleanUp;
  }, [text, lastSent]);

  return [text, (next) => startTransition(() => setText(next))];
}

/** Follows `value`, except for texts that were sent to its owner and come back when newer letters are typed. */
function useFollowedText(value: string) {
  const [text, setText] = useState(value);
  /** The current value, and texts that were sent and haven't come back. A busy page may have several. */
  const [sent, setSent] = useState<readonly string[]>([value]);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    const index = sent.lastIndexOf(value);
    setLastValue(value);
    setSent(index < 0 ? [value] : sent.slice(index));
    if (index < 0) setText(value);
  }
  return {
    text,
    setText,
    lastSent: sent.at(-1),
    noteSent: (next: string) => setSent((before) => (next === value ? [next] : [...before, next])),
  };
}

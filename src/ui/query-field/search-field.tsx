import { type KeyboardEvent, useRef } from "react";
import { API_KEY_IN_TEXT_MESSAGE, containsApiKey } from "@/lib/text/api-key-text";
import { KeyHint } from "@/ui/primitives/kbd";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon, SearchIcon } from "@/ui/theme/icons";
import classes from "./search-field.module.css";
import { useBufferedText } from "./use-buffered-text";

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
  const [text, setText] = useBufferedText(value, onChange);

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
      <div className={classes.box} data-no-print>
        <span className={classes.icon}>
          <SearchIcon />
        </span>
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={classes.input}
          aria-label={label}
          placeholder={placeholder}
          data-search-field={isPageSearch || undefined}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={handleKeyDown}
        />
        {isPageSearch && text === "" && <KeyHint keys="/" />}
        {text !== "" && (
          <IconButton
            label="Clear search"
            icon={<CloseIcon size={14} />}
            hasTooltip={false}
            onClick={() => {
              setText("");
              input.current?.focus();
            }}
          />
        )}
      </div>
      {containsApiKey(text) && (
        <p className={classes.error} role="alert">
          {API_KEY_IN_TEXT_MESSAGE}
        </p>
      )}
    </>
  );
}

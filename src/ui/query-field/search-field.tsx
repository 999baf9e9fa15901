import { type KeyboardEvent, useRef } from "react";
import { KeyHint } from "@/ui/primitives/kbd";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon, SearchIcon } from "@/ui/theme/icons";
import classes from "./search-field.module.css";
import { useBufferedText } from "./use-buffered-text";

interface SearchFieldProps {
  /** The accessible name, for example "Search properties". */
  readonly label: string;
  readonly value: string;
  /** Told at each key; what follows from it may come later, the field does not wait. */
  readonly onChange: (text: string) => void;
  readonly placeholder?: string | undefined;
  /** Whether the shell's `/` leads here; one on a page. */
  readonly isPageSearch?: boolean;
  /** Keys that mean something to what is searched, such as the arrow down into a list. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A search by plain words. Escape empties it. `QueryField` is the one for the query language. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, placeholder, isPageSearch = false, onKeyDown } = props;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useBufferedText(value, onChange);

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== "Escape" || text === "") return onKeyDown?.(event);
    event.preventDefault();
    // Escape means the field, not what is around it.
    event.stopPropagation();
    setText("");
  }

  return (
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
  );
}

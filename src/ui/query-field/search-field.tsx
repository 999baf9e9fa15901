import { type KeyboardEvent, useRef } from "react";
import { KeyHint } from "@/ui/primitives/kbd";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon, SearchIcon } from "@/ui/theme/icons";
import classes from "./search-field.module.css";
import { useOwnText } from "./use-buffered-text";

interface SearchFieldProps {
  /** The accessible name, for example "Search properties". */
  readonly label: string;
  readonly value: string;
  /** Told at each key; what follows from it may come later, the field does not wait. */
  readonly onChange: (text: string) => void;
  readonly placeholder?: string | undefined;
  /** Whether the shell's `/` leads here; one on a page. */
  readonly isMain?: boolean;
  /** Keys that mean something to what is searched, such as the arrow down into a list. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A search by plain words. Escape empties it. `QueryField` is the one for the query language. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, placeholder, isMain = false, onKeyDown } = props;
  const input = useRef<HTMLInputElement>(null);
  const [text, write] = useOwnText(value, onChange);

  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== "Escape" || text === "") return onKeyDown?.(event);
    event.preventDefault();
    // Escape means the field, not what is around it.
    event.stopPropagation();
    write("");
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
        data-search-field={isMain || undefined}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={keyDown}
      />
      {isMain && text === "" && <KeyHint keys="/" />}
      {text !== "" && (
        <IconButton
          label="Clear the search"
          icon={<CloseIcon size={14} />}
          hint={false}
          onClick={() => {
            write("");
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}

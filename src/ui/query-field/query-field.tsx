import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from "react";
import type { QueryField as QueryFieldInfo, QueryMistake } from "@/lib/query/query-text";
import { KeyHint } from "@/ui/primitives/kbd";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon, SearchIcon } from "@/ui/theme/icons";
import classes from "./query-field.module.css";
import { keyStep } from "./query-field-keys";
import { QueryHelpButton } from "./query-help-button";
import { useOwnText } from "./use-buffered-text";
import { type Complete, type CompletionItem, useCompletion } from "./use-completion";
import { useShownMistakes } from "./use-shown-issues";

interface QueryFieldProps {
  /** The accessible name, for example "Search deliveries". */
  readonly label: string;
  readonly value: string;
  /** Told at each key; what follows from it may come later, the field does not wait. */
  readonly onChange: (text: string) => void;
  /** For the help. */
  readonly fields: readonly QueryFieldInfo[];
  /** What is wrong with `value`. */
  readonly mistakes: readonly QueryMistake[];
  readonly complete?: Complete | undefined;
  readonly placeholder?: string | undefined;
}

// A pasted text can be wrong in every word; all are marked, but the rows below must stay in sight.
const MOST_TOLD = 3;

/**
 * The search of a collection: a combobox that completes the query language and underlines what is wrong. Arrows choose,
 * Enter and Tab take what is chosen, Escape closes the list and then clears. The shell's `/` finds it by its attribute.
 */
export function QueryField({
  label,
  value,
  onChange,
  fields,
  mistakes,
  complete,
  placeholder,
}: QueryFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, write] = useOwnText(value, onChange);
  const completion = useCompletion(complete, text);
  const { shown, noteTyping, settle } = useShownMistakes(mistakes, text);
  const placeCaret = useCaretAfter(input);
  const isOpen = completion.items.length > 0;

  function change(next: string, caret: number) {
    noteTyping(caret);
    write(next);
  }

  function take(item: CompletionItem) {
    const inserted = completion.insert(item);
    if (!inserted) return;
    change(inserted.text, inserted.caret);
    placeCaret(inserted.caret);
    // Behind the name of a field its values are next.
    if (item.insert.endsWith(":")) completion.open(inserted.caret);
    else completion.close();
  }

  function clear() {
    completion.close();
    change("", 0);
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const step = keyStep(event, completion, text !== "");
    if (step === null) return;
    if (step === "leave") return completion.close();
    event.preventDefault();
    if (step === "open") return completion.open(event.currentTarget.selectionStart ?? text.length);
    if (step === 1 || step === -1) {
      const place = completion.move(step);
      list.current?.children[place]?.scrollIntoView({ block: "nearest" });
      return;
    }
    if (step === "close" || step === "clear") {
      // Escape means the field, not the drawer or the page around it.
      event.stopPropagation();
      return step === "close" ? completion.close() : clear();
    }
    take(step);
  }

  return (
    <div className={classes.field}>
      <div className={classes.box} data-invalid={shown.length > 0 || undefined}>
        <span className={classes.icon}>
          <SearchIcon />
        </span>
        <div className={classes.line}>
          <Marks text={text} mistakes={shown} input={input} />
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-label={label}
            aria-expanded={isOpen}
            aria-autocomplete="list"
            aria-controls={isOpen ? `${id}-list` : undefined}
            aria-activedescendant={completion.active === null ? undefined : `${id}-${completion.active}`}
            aria-invalid={shown.length > 0 || undefined}
            aria-describedby={shown.length > 0 ? `${id}-mistakes` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            data-search-field
            // Mantine's drawers listen in front of everybody else.
            data-mantine-stop-propagation={isOpen || text !== ""}
            className={classes.input}
            placeholder={placeholder}
            value={text}
            onChange={({ currentTarget }) => {
              const caret = currentTarget.selectionStart ?? currentTarget.value.length;
              change(currentTarget.value, caret);
              // Between two words nothing is being written yet: the rows are not covered by what might come.
              if (/(^|\s)$/.test(currentTarget.value.slice(0, caret))) completion.close();
              else completion.open(caret);
            }}
            onKeyDown={onKeyDown}
            onPointerDown={completion.close}
            onBlur={() => {
              completion.close();
              settle();
            }}
          />
        </div>
        {text === "" && <KeyHint keys="/" />}
        {text !== "" && (
          <IconButton label="Clear the search" icon={<CloseIcon size={14} />} hint={false} onClick={clear} />
        )}
        <QueryHelpButton fields={fields} />
      </div>
      {isOpen && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Completions"
          tabIndex={-1}
          className={classes.list}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {completion.items.map((item, place) => (
            <div
              key={item.insert}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === completion.active}
              tabIndex={-1}
              className={classes.option}
              onClick={() => take(item)}
            >
              <span className={classes.word}>{item.label}</span>
              {item.detail !== undefined && <span className={classes.detail}>{item.detail}</span>}
            </div>
          ))}
        </div>
      )}
      {/* It is there before its first message: a live region that arrives filled is often not read out. */}
      <div id={`${id}-mistakes`} className={classes.mistakes} aria-live="polite">
        {shown.slice(0, MOST_TOLD).map(({ from, message }) => (
          <p key={`${from} ${message}`}>{message}</p>
        ))}
        {shown.length > MOST_TOLD && <p>{`And ${shown.length - MOST_TOLD} more are marked.`}</p>}
      </div>
    </div>
  );
}

/** Puts the caret somewhere once the new text stands in the input. */
function useCaretAfter(input: RefObject<HTMLInputElement | null>): (place: number) => void {
  const wanted = useRef<number>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    input.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  });
  return (place) => {
    wanted.current = place;
  };
}

interface MarksProps {
  readonly text: string;
  readonly mistakes: readonly QueryMistake[];
  readonly input: RefObject<HTMLInputElement | null>;
}

/** The same text again, unseen, behind the input: it only carries the wavy lines, which an input cannot draw itself. */
function Marks({ text, mistakes, input }: MarksProps) {
  const layer = useRef<HTMLDivElement>(null);
  const hasMarks = mistakes.length > 0;

  useLayoutEffect(() => {
    const source = input.current;
    if (!source || !hasMarks) return;
    const follow = () => {
      if (layer.current) layer.current.scrollLeft = source.scrollLeft;
    };
    follow();
    source.addEventListener("scroll", follow);
    return () => source.removeEventListener("scroll", follow);
  });

  if (!hasMarks) return null;
  return (
    <div ref={layer} className={classes.marks} aria-hidden="true">
      {markParts(text, mistakes).map(({ part, from, isWrong }) => (
        <span key={from} data-wrong={isWrong || undefined}>
          {part}
        </span>
      ))}
    </div>
  );
}

/** The text cut at the edges of its mistakes. */
function markParts(text: string, mistakes: readonly QueryMistake[]) {
  const edges = [0, text.length, ...mistakes.flatMap(({ from, to }) => [from, to])]
    .map((edge) => Math.max(0, Math.min(edge, text.length)))
    .sort((a, b) => a - b);
  const cuts = [...new Set(edges)];
  return cuts.slice(0, -1).map((from, place) => {
    const to = cuts[place + 1] ?? text.length;
    const isWrong = mistakes.some((mistake) => mistake.from <= from && to <= mistake.to);
    return { part: text.slice(from, to), from, isWrong };
  });
}

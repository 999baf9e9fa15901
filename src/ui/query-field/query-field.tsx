import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { QueryField as QueryFieldInfo, QueryIssue } from "@/lib/query/query-text";
import { API_KEY_IN_TEXT_MESSAGE, containsApiKey } from "@/lib/text/api-key-text";
import { KeyHint } from "@/ui/primitives/kbd";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon, SearchIcon } from "@/ui/theme/icons";
import classes from "./query-field.module.css";
import { QueryHelpButton } from "./query-help";
import { useBufferedText } from "./use-buffered-text";
import {
  type CompletionItem,
  type CompletionList,
  type GetCompletions,
  useCompletion,
} from "./use-completion";

interface QueryFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called on every change of the text. The field updates without waiting for the parent. */
  readonly onChange: (text: string) => void;
  readonly fields: readonly QueryFieldInfo[];
  readonly issues: readonly QueryIssue[];
  readonly getCompletions?: GetCompletions | undefined;
  readonly placeholder?: string | undefined;
}

// More messages would push the rows out of view. The field underlines all issues.
const MAX_SHOWN_ISSUES = 3;

/**
 * Shows the search field of a collection. The combobox completes queries and underlines issues.
 * Arrow keys select a completion. Enter or Tab accepts the selected one. Escape closes the list or
 * clears the text. A second Escape clears the text and leaves the field. The `/` shortcut finds the
 * field by its `data-search-field` attribute.
 */
export function QueryField({
  label,
  value,
  onChange,
  fields,
  issues,
  getCompletions,
  placeholder,
}: QueryFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useBufferedText(value, onChange);
  const completion = useCompletion(getCompletions, text);
  const { shownIssues, noteTyping, flush } = useShownIssues(issues, text);
  const setCaretAfterRender = useCaretAfterRender(input);
  const isInvalid = shownIssues.length > 0 || containsApiKey(text);
  const isOpen = completion.items.length > 0;
  const wasEscape = useRef(false);

  function updateText(next: string, caret: number) {
    noteTyping(caret);
    setText(next);
  }

  function insertItem(item: CompletionItem) {
    const inserted = completion.insert(item);
    if (!inserted) return;
    updateText(inserted.text, inserted.caret);
    setCaretAfterRender(inserted.caret);
    // After a field name, its values are suggested.
    if (item.insert.endsWith(":")) completion.open(inserted.caret);
    else completion.close();
  }

  function clear() {
    completion.close();
    updateText("", 0);
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const action = getKeyAction(event, completion, {
      hasText: text !== "",
      isSecondEscape: wasEscape.current,
    });
    wasEscape.current = event.key === "Escape";
    if (action === null) return;
    if (action === "leave") return completion.close();
    if (action === "leave-field") {
      // If the field is empty, Escape closes the surrounding drawer.
      if (text !== "") event.stopPropagation();
      clear();
      return event.currentTarget.blur();
    }
    event.preventDefault();
    if (action === "open") return completion.open(event.currentTarget.selectionStart ?? text.length);
    if (action === 1 || action === -1) {
      const index = completion.move(action);
      list.current?.children[index]?.scrollIntoView({ block: "nearest" });
      return;
    }
    if (action === "close" || action === "clear") {
      // Only the field handles this Escape.
      event.stopPropagation();
      return action === "close" ? completion.close() : clear();
    }
    insertItem(action);
  }

  return (
    <div className={classes.field}>
      <div className={classes.box} data-invalid={isInvalid || undefined}>
        <span className={classes.icon}>
          <SearchIcon />
        </span>
        <div className={classes.line}>
          <IssueMarks text={text} issues={shownIssues} input={input} />
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-label={label}
            aria-expanded={isOpen}
            aria-autocomplete="list"
            aria-controls={isOpen ? `${id}-list` : undefined}
            aria-activedescendant={
              completion.activeIndex === null ? undefined : `${id}-${completion.activeIndex}`
            }
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? `${id}-issues` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            data-search-field
            // Keeps a surrounding drawer open. `stopPropagation` comes too late, because Mantine's
            // drawers receive Escape before the field does.
            data-mantine-stop-propagation={isOpen || text !== ""}
            className={classes.input}
            placeholder={placeholder}
            value={text}
            onChange={({ currentTarget }) => {
              const caret = currentTarget.selectionStart ?? currentTarget.value.length;
              updateText(currentTarget.value, caret);
              // Between words, suggestions would cover the rows.
              if (/(^|\s)$/.test(currentTarget.value.slice(0, caret))) completion.close();
              else completion.open(caret);
            }}
            onKeyDown={handleKeyDown}
            onPointerDown={completion.close}
            onBlur={() => {
              wasEscape.current = false;
              completion.close();
              flush();
            }}
          />
        </div>
        {text === "" && <KeyHint keys="/" />}
        {text !== "" && (
          <IconButton
            label="Clear search"
            icon={<CloseIcon size={14} />}
            hasTooltip={false}
            onClick={clear}
          />
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
          // The input must keep focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {completion.items.map((item, index) => (
            <div
              key={item.insert}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === completion.activeIndex}
              tabIndex={-1}
              className={classes.option}
              onClick={() => insertItem(item)}
            >
              <span className={classes.label}>{item.label}</span>
              {item.detail !== undefined && <span className={classes.detail}>{item.detail}</span>}
            </div>
          ))}
        </div>
      )}
      {/* Rendered before its first message. Screen readers often don't announce live regions that are inserted
         with content. */}
      <div id={`${id}-issues`} className={classes.issues} aria-live="polite">
        {containsApiKey(text) && <p>{API_KEY_IN_TEXT_MESSAGE}</p>}
        {shownIssues.slice(0, MAX_SHOWN_ISSUES).map(({ from, message }) => (
          <p key={`${from} ${message}`}>{message}</p>
        ))}
        {shownIssues.length > MAX_SHOWN_ISSUES && (
          <p>{`And ${shownIssues.length - MAX_SHOWN_ISSUES} more.`}</p>
        )}
      </div>
    </div>
  );
}

function useCaretAfterRender(input: RefObject<HTMLInputElement | null>): (position: number) => void {
  const pendingCaret = useRef<number>(null);
  useLayoutEffect(() => {
    if (pendingCaret.current === null) return;
    input.current?.setSelectionRange(pendingCaret.current, pendingCaret.current);
    pendingCaret.current = null;
  });
  return (position) => {
    pendingCaret.current = position;
  };
}

interface IssueMarksProps {
  readonly text: string;
  readonly issues: readonly QueryIssue[];
  readonly input: RefObject<HTMLInputElement | null>;
}

/** Draws wavy underlines with an invisible copy of the text behind the input. */
function IssueMarks({ text, issues, input }: IssueMarksProps) {
  const layer = useRef<HTMLDivElement>(null);
  const hasMarks = issues.length > 0;

  useLayoutEffect(() => {
    const source = input.current;
    if (!source || !hasMarks) return;
    const syncScroll = () => {
      if (layer.current) layer.current.scrollLeft = source.scrollLeft;
    };
    syncScroll();
    source.addEventListener("scroll", syncScroll);
    return () => source.removeEventListener("scroll", syncScroll);
  });

  if (!hasMarks) return null;
  return (
    <div ref={layer} className={classes.marks} aria-hidden="true">
      {splitAtIssues(text, issues).map(({ part, from, hasIssue }) => (
        <span key={from} data-wrong={hasIssue || undefined}>
          {part}
        </span>
      ))}
    </div>
  );
}

function splitAtIssues(text: string, issues: readonly QueryIssue[]) {
  const boundaries = [0, text.length, ...issues.flatMap(({ from, to }) => [from, to])]
    .map((boundary) => Math.max(0, Math.min(boundary, text.length)))
    .sort((a, b) => a - b);
  const splitOffsets = [...new Set(boundaries)];
  return splitOffsets.slice(0, -1).map((from, index) => {
    const to = splitOffsets[index + 1] ?? text.length;
    const hasIssue = issues.some((issue) => issue.from <= from && to <= issue.to);
    return { part: text.slice(from, to), from, hasIssue };
  });
}

type KeyAction = 1 | -1 | "open" | "close" | "clear" | "leave" | "leave-field" | CompletionItem | null;

/** Returns the action of a key, or null for keys that the browser handles. */
function getKeyAction(
  { key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent,
  { items, activeIndex }: CompletionList,
  { hasText, isSecondEscape }: { readonly hasText: boolean; readonly isSecondEscape: boolean },
): KeyAction {
  const isOpen = items.length > 0;
  if (ctrlKey && key === " ") return "open";
  if (ctrlKey || altKey || metaKey) return null;
  const selectedItem = activeIndex === null ? undefined : items[activeIndex];
  switch (key) {
    case "ArrowDown":
      return isOpen ? 1 : "open";
    case "ArrowUp":
      return isOpen ? -1 : null;
    case "Enter":
      return selectedItem ?? "leave";
    case "Tab":
      return shiftKey ? null : (selectedItem ?? null);
    case "Escape":
      if (isSecondEscape || !(isOpen || hasText)) return "leave-field";
      return isOpen ? "close" : "clear";
    case "ArrowLeft":
    case "ArrowRight":
    case "Home":
    case "End":
      return "leave";
    default:
      return null;
  }
}

/** Delays issues at the caret, because the user may still be typing. */
const SHOW_DELAY_MS = 600;

interface Typing {
  readonly caret: number;
  /** Start offsets of issues that were shown. They stay visible while the user corrects them. */
  readonly shownStarts: readonly number[];
}

interface ShownIssues {
  readonly shownIssues: readonly QueryIssue[];
  /** Call this on each change, with the caret position. */
  readonly noteTyping: (caret: number) => void;
  readonly flush: () => void;
}

/** Returns the issues. Excludes the one at the caret until the user stops typing or leaves the field. */
function useShownIssues(issues: readonly QueryIssue[], text: string): ShownIssues {
  const [typing, setTyping] = useState<Typing | null>(null);

  useEffect(() => {
    if (typing === null) return;
    const timer = setTimeout(() => setTyping(null), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typing]);

  const shownIssues = issues.filter(({ from, to }) => {
    // An issue may belong to an older, longer text.
    if (from >= text.length) return false;
    // The issue of an unknown field name ends before the value, which the user may still be typing.
    const isBeingTyped = typing !== null && from <= typing.caret && !/\s/.test(text.slice(to, typing.caret));
    return !isBeingTyped || typing.shownStarts.includes(from);
  });

  return {
    shownIssues,
    noteTyping: (caret) => setTyping({ caret, shownStarts: shownIssues.map(({ from }) => from) }),
    flush: () => setTyping(null),
  };
}

import { Box, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { KeyboardEvent, Ref, RefObject } from "react";
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { Completion } from "@/lib/query/query-completion";
import type { QueryField as QueryFieldInfo, QueryIssue } from "@/lib/query/query-text";
import type { FilterSuggestion } from "@/lib/search/filter-suggestions";
import { API_KEY_IN_TEXT_MESSAGE, containsApiKey } from "@/lib/text/normalize-text";
import { formatCount } from "@/lib/text/numbers";
import { useSuggestions } from "@/ui/form/suggestions";
import { Panel } from "@/ui/overlay/panel";
import { HelpLink } from "@/ui/page/page";
import { IconButton } from "@/ui/primitives/link-button";
import { InfoIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./query-field.module.css";
import { SearchInput, useSearchText } from "./search-field";

type GetCompletions = (text: string, caret: number) => Completion;
type SuggestFilters = (text: string, signal: AbortSignal) => Promise<readonly FilterSuggestion[]>;

export interface QueryFieldHandle {
  readonly focus: () => void;
  /** Focuses the field, and lists filters and fields that can be added. */
  readonly showFilters: () => void;
}

// More messages would push the rows out of view. The field underlines all issues.
const MAX_SHOWN_ISSUES = 3;

const LIST_CLOSING_KEYS = ["ArrowLeft", "ArrowRight", "Home", "End"];

/**
 * Arrow keys select a completion. Enter or Tab accepts it. Otherwise, Enter and Down go to the first row. Escape closes
 * the list, or leaves the field, which keeps the query.
 */
export function QueryField(props: {
  readonly ref?: Ref<QueryFieldHandle>;
  readonly label: string;
  readonly value: string;
  /** Called on every change of the text. The field updates without waiting for the parent. */
  readonly onChange: (text: string) => void;
  readonly fields: readonly QueryFieldInfo[];
  readonly issues: readonly QueryIssue[];
  readonly getCompletions?: GetCompletions | undefined;
  readonly suggestFilters?: SuggestFilters | undefined;
  readonly placeholder?: string | undefined;
  readonly isFinding?: boolean | undefined;
}) {
  const { label, value, onChange, fields, issues, getCompletions, placeholder, isFinding = false } = props;
  const issuesId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useSearchText(value, onChange);
  const { shownIssues, noteTyping, flush } = useShownIssues(issues, text);
  const [caret, setCaret] = useState<number | null>(null);
  const { items, insert } = useCompletion(getCompletions, useFilters(props.suggestFilters, text, caret), {
    text,
    caret,
  });
  const rowFocus = useFirstRowFocus(input, value === text && !isFinding);
  const suggestions = useSuggestions({
    label: "Completions",
    items,
    onOpenChange: (isOpen) => setCaret(isOpen ? (input.current?.selectionStart ?? text.length) : null),
    onSelect(item) {
      const inserted = insert(item);
      if (inserted === null) return;
      // The caret can only be moved in the new text.
      flushSync(() => updateText(inserted.text, inserted.caret));
      input.current?.setSelectionRange(inserted.caret, inserted.caret);
      // After a field name, its values are suggested.
      if (item.endsWith(":")) setCaret(inserted.caret);
    },
  });
  const isInvalid = shownIssues.length > 0 || containsApiKey(text);

  useImperativeHandle(props.ref, () => ({
    focus: () => input.current?.focus(),
    showFilters() {
      const next = text.replace(/\S$/, "$& ");
      flushSync(() => updateText(next, next.length));
      input.current?.focus();
      input.current?.setSelectionRange(next.length, next.length);
      suggestions.open();
    },
  }));

  function updateText(next: string, position: number) {
    rowFocus.cancel();
    noteTyping(position);
    setText(next);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const isListOpen = event.key === "Enter" ? suggestions.active : items.length > 0;
    if (isPlain && !isListOpen && (event.key === "Enter" || event.key === "ArrowDown")) {
      event.preventDefault();
      suggestions.close();
      return rowFocus.request();
    }
    if (suggestions.handleKeyDown(event)) return;
    if (event.ctrlKey && event.key === " ") {
      event.preventDefault();
      suggestions.open();
    }
    if (!isPlain) return;
    if (event.key === "Tab" && !event.shiftKey && suggestions.active) {
      event.preventDefault();
      suggestions.select(suggestions.active);
    } else if (event.key === "Escape") {
      // If the field is empty, Escape also closes the surrounding drawer.
      if (text !== "") event.stopPropagation();
      event.currentTarget.blur();
    } else if (LIST_CLOSING_KEYS.includes(event.key)) {
      suggestions.close();
    }
  }

  return (
    <Box flex="1 1 240px" miw={0}>
      {suggestions.inputContainer(
        <>
          <SearchInput
            isPageSearch
            ref={input}
            aria-label={label}
            error={isInvalid}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? issuesId : undefined}
            placeholder={placeholder}
            classNames={{ input: classes.input ?? "" }}
            {...suggestions.inputProps}
            // Keeps a surrounding drawer open. `stopPropagation` comes too late for Mantine's drawers.
            data-mantine-stop-propagation={items.length > 0 || text !== ""}
            value={text}
            onChange={({ currentTarget }) => {
              const position = currentTarget.selectionStart ?? currentTarget.value.length;
              updateText(currentTarget.value, position);
              // Between words, suggestions would cover the rows.
              if (/(^|\s)$/.test(currentTarget.value.slice(0, position))) suggestions.close();
              else suggestions.open();
            }}
            onKeyDown={handleKeyDown}
            onPointerDown={suggestions.close}
            // Not on focus, which a closed dialog returns. The `/` shortcut also clicks.
            onClick={() => text === "" && suggestions.open()}
            onKeyUp={({ key }) => key === "Tab" && text === "" && suggestions.open()}
            onBlur={() => {
              rowFocus.cancel();
              suggestions.close();
              flush();
            }}
            onClear={() => {
              suggestions.close();
              updateText("", 0);
              input.current?.focus();
            }}
            button={<QueryHelpButton fields={fields} />}
          />
          <IssueMarks text={text} issues={shownIssues} input={input} />
        </>,
      )}
      {/* Rendered before its first message. Screen readers often don't announce live regions that are inserted
         with content. */}
      <Box id={issuesId} className={shared.anywhere} c="var(--ui-danger)" fz="xs" aria-live="polite">
        {containsApiKey(text) && (
          <Text size="xs" mt={4}>
            {API_KEY_IN_TEXT_MESSAGE}
          </Text>
        )}
        {shownIssues.slice(0, MAX_SHOWN_ISSUES).map(({ from, message }) => (
          <Text key={`${from} ${message}`} size="xs" mt={4}>
            {message}
          </Text>
        ))}
        {shownIssues.length > MAX_SHOWN_ISSUES && (
          <Text size="xs" mt={4}>{`And ${shownIssues.length - MAX_SHOWN_ISSUES} more.`}</Text>
        )}
      </Box>
    </Box>
  );
}

/** Returns filters with counts when suggestions are requested between words. Null while they are counted. */
function useFilters(suggestFilters: SuggestFilters | undefined, text: string, caret: number | null) {
  const [found, setFound] = useState<{ text: string; filters: readonly FilterSuggestion[] } | null>(null);
  const suggest = useEffectEvent((signal: AbortSignal) => suggestFilters?.(text, signal) ?? NO_FILTERS);
  const isRequested = suggestFilters !== undefined && caret !== null && isBetweenWords(text, caret);
  useEffect(() => {
    if (!isRequested) return;
    const controller = new AbortController();
    suggest(controller.signal).then(
      (filters) => setFound({ text, filters }),
      () => undefined,
    );
    return () => controller.abort();
  }, [isRequested, text]);
  if (!isRequested) return [];
  return found?.text === text ? found.filters : null;
}

const NO_FILTERS = Promise.resolve([]);

function isBetweenWords(text: string, caret: number): boolean {
  return !/\S$/.test(text.slice(0, caret)) && !/^\S/.test(text.slice(caret));
}

/**
 * Computes completions after the typed text is rendered. `filters` are listed before them, and null while they are
 * counted, because the list must not move afterward. `caret` is null while the list is closed.
 */
function useCompletion(
  getCompletions: GetCompletions | undefined,
  filters: readonly FilterSuggestion[] | null,
  { text, caret }: { readonly text: string; readonly caret: number | null },
) {
  const deferredText = useDeferredValue(text);
  const deferredCaret = useDeferredValue(caret);
  // Parents create a new function on each render.
  const complete = useDeferredValue(getCompletions);
  const completion = useMemo(
    () => (deferredCaret === null ? undefined : complete?.(deferredText, deferredCaret)),
    [complete, deferredText, deferredCaret],
  );
  const items = completion?.items.map(({ insert, ...item }) => ({ item: insert, ...item })) ?? [];
  const filterItems = filters?.map(({ query, label, count }) => ({
    item: query,
    label: query,
    detail: `${formatCount(count)} · ${label}`,
  }));
  return {
    items: caret !== null && filterItems ? [...filterItems, ...items] : [],
    /** Returns the text with the inserted item and the new caret position. Null while the items are those of an older text. */
    insert(item: string) {
      if (!completion || deferredText !== text) return null;
      const before = text.slice(0, completion.from) + item;
      return { text: before + text.slice(completion.to), caret: before.length };
    },
  };
}

/** Moves focus from the field to the first row, once the rows are those of the typed query. */
function useFirstRowFocus(input: RefObject<HTMLInputElement | null>, isCurrent: boolean) {
  const isRequested = useRef(false);

  function focusRow() {
    const list = input.current?.closest("[role=dialog], main");
    if (isRequested.current) list?.querySelector<HTMLElement>("[data-row-focus]")?.focus();
    isRequested.current = false;
  }

  useEffect(() => {
    if (isCurrent) focusRow();
  });
  return {
    request() {
      isRequested.current = true;
      if (isCurrent) focusRow();
    },
    cancel() {
      isRequested.current = false;
    },
  };
}

/** Draws wavy underlines with an invisible copy of the text above the input. */
function IssueMarks(props: {
  readonly text: string;
  readonly issues: readonly QueryIssue[];
  readonly input: RefObject<HTMLInputElement | null>;
}) {
  const { text, issues, input } = props;
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const source = input.current;
    const syncScroll = () => {
      if (layer.current && source) layer.current.scrollLeft = source.scrollLeft;
    };
    syncScroll();
    source?.addEventListener("scroll", syncScroll);
    return () => source?.removeEventListener("scroll", syncScroll);
  });
  if (issues.length === 0) return null;
  const offsets = [0, text.length, ...issues.flatMap(({ from, to }) => [from, Math.min(to, text.length)])];
  const starts = [...new Set(offsets)].sort((a, b) => a - b);
  return (
    <div ref={layer} className={classes.marks} aria-hidden="true">
      {starts.map((from, index) => (
        <span
          key={from}
          data-wrong={issues.some((issue) => issue.from <= from && from < issue.to) || undefined}
        >
          {text.slice(from, starts[index + 1])}
        </span>
      ))}
    </div>
  );
}

/** Delays issues at the caret, because the user may still be typing. */
const SHOW_DELAY_MS = 600;

/** Returns the issues. Excludes the one at the caret until the user stops typing or leaves the field. */
function useShownIssues(issues: readonly QueryIssue[], text: string) {
  const [typing, setTyping] = useState<{
    readonly caret: number;
    /** Start offsets of issues that were shown. They stay visible while the user corrects them. */
    readonly shownStarts: readonly number[];
  } | null>(null);

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
    noteTyping: (caret: number) => setTyping({ caret, shownStarts: shownIssues.map(({ from }) => from) }),
    flush: () => setTyping(null),
  };
}

function QueryHelpButton({ fields }: { readonly fields: readonly QueryFieldInfo[] }) {
  const [opened, { toggle, close }] = useDisclosure();
  return (
    <Panel
      opened={opened}
      onClose={close}
      width={560}
      target={<IconButton label="Search syntax" icon={<InfoIcon />} hasTooltip={false} onClick={toggle} />}
    >
      {/* Scrollable by keyboard. */}
      <div tabIndex={0} data-autofocus>
        <HelpTable title="Examples" rows={listExamples(fields)} />
        {fields.length > 0 && (
          <HelpTable title="Fields" rows={fields.map(({ name, label }) => [`${name}:`, label])} />
        )}
        <HelpLink page="search-language" topic="the search language" />
      </div>
    </Panel>
  );
}

type HelpRow = readonly [query: string, description: string];

function HelpTable({ title, rows }: { readonly title: string; readonly rows: readonly HelpRow[] }) {
  return (
    <table className={classes.table}>
      <caption>{title}</caption>
      <tbody>
        {rows.map(([query, description]) => (
          <tr key={query}>
            <th scope="row">
              <code>{query}</code>
            </th>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const GENERAL_EXAMPLES: readonly HelpRow[] = [
  ["weekly ana", "Both words, in any field"],
  ['"weekly report"', "This exact text"],
  ["-test", "Without this word; also works before a field"],
];

const FIELD_EXAMPLES: Readonly<
  Record<QueryFieldInfo["kind"], (field: QueryFieldInfo) => readonly HelpRow[]>
> = {
  text: ({ name, label }) => [[`${name}:ana`, `In one field: ${label}`]],
  choice: ({ name, values: [first, second] = [] }) =>
    first && second ? [[`${name}:${first.value},${second.value}`, "Either value"]] : [],
  date: ({ name, direction }) => [
    direction === "past"
      ? [`${name}:-7d`, "The last 7 days and today"]
      : [`${name}:today..+7d`, "Today and the next 7 days"],
    [`${name}:2026-11`, "A year, month, or day"],
    [`${name}:>=2026-11-21`, "On or after this day; also <, <=, and >"],
    [`${name}:none`, "No date; use “any” to find any date"],
  ],
  number: ({ name }) => [[`${name}:1..5`, "A range of numbers; also >2 and <=3"]],
  state: ({ name, values: [first] = [] }) => (first ? [[`${name}:${first.value}`, first.label]] : []),
};

function listExamples(fields: readonly QueryFieldInfo[]): readonly HelpRow[] {
  const fieldExamples = Object.entries(FIELD_EXAMPLES).flatMap(
    ([kind, examplesOf]) =>
      fields
        .filter((field) => field.kind === kind)
        .map(examplesOf)
        .find(({ length }) => length > 0) ?? [],
  );
  return [...GENERAL_EXAMPLES, ...fieldExamples];
}

import { Button } from "@mantine/core";
import { type ClipboardEvent, type SubmitEvent, useRef, useState } from "react";
import { useVitalPaths } from "@/data/browser-storage/vital-paths";
import { useApi } from "@/data/client/api-context";
import { pathLabel } from "@/features/vitals/model/board-rows";
import { MAX_PATHS } from "@/features/vitals/model/board-search-params";
import { formatList, pluralize } from "@/lib/text/numbers";
import { ALL_PAGES, type ParsedPaths, parsePagePaths } from "@/lib/web-vitals/page-path";
import { useAnnounce } from "@/ui/feedback/announcer";
import { TextField } from "@/ui/form/fields";
import { PlusIcon } from "@/ui/theme/icons";
import classes from "./board-add.module.css";

interface BoardAddProps {
  /** What is on the board. */
  readonly boardPaths: readonly string[];
  /** Adds paths, and gives those that found no room. */
  readonly onAddPaths: (paths: readonly string[]) => readonly string[];
}

const MAX_SUGGESTIONS = 6;

/** Adds paths to the board: typed, pasted as full addresses, or from those that were there before. */
export function BoardAdd({ boardPaths, onAddPaths }: BoardAddProps) {
  const knownPaths = useVitalPaths(useApi());
  const announce = useAnnounce();
  const [text, setText] = useState("");
  const [issue, setIssue] = useState("");
  const input = useRef<HTMLInputElement>(null);

  function add({ paths, invalid: unread }: ParsedPaths): void {
    const newPaths = paths.filter((path) => !boardPaths.includes(path));
    const rejectedPaths = onAddPaths(newPaths);
    const resultMessage = addResultMessage({
      addedCount: newPaths.length - rejectedPaths.length,
      knownPaths: paths.length - newPaths.length,
    });
    announce(resultMessage);
    // What could not be read or found no room stays, so that it can be put right.
    setText([...unread, ...rejectedPaths].join(", "));
    const isEmpty = paths.length + unread.length === 0;
    setIssue(
      addIssueMessage({
        unread,
        rejectedPaths: rejectedPaths.length,
        isEmpty,
        isKnown: newPaths.length === 0,
        resultMessage,
      }),
    );
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    add(parsePagePaths(text));
  }

  /** One line of a field loses the ends of pasted lines: several addresses would become one. */
  function handlePaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData("text");
    if (!/\s\S/.test(pasted.trim())) return;
    event.preventDefault();
    const { selectionStart: from, selectionEnd: to } = input.current ?? {};
    const remainingText = `${text.slice(0, from ?? text.length)}${text.slice(to ?? text.length)}`;
    add(parsePagePaths(`${remainingText}\n${pasted}`));
  }

  const suggestions = suggestPaths({ seenPaths: knownPaths.seen, boardPaths, text });
  const isFull = boardPaths.length >= MAX_PATHS;
  return (
    <div className={classes.add} data-no-print>
      <form className={classes.form} onSubmit={handleSubmit} onPaste={handlePaste}>
        <div className={classes.field}>
          <TextField
            ref={input}
            label="Add paths"
            value={text}
            onChange={(next) => {
              setText(next);
              setIssue("");
            }}
            error={issue}
            placeholder="/pricing, or paste URLs"
            spellCheck={false}
          />
        </div>
        <Button type="submit" variant="default" leftSection={<PlusIcon />}>
          Add
        </Button>
      </form>
      {suggestions.length > 0 && !isFull && (
        <ul className={classes.suggestions} aria-label="Suggested paths">
          {suggestions.map((path) => (
            <li key={path}>
              <button
                type="button"
                className={classes.suggestion}
                aria-label={`Add ${pathLabel(path)}`}
                onClick={() => {
                  add({ paths: [path], invalid: [] });
                  input.current?.focus();
                }}
              >
                <PlusIcon size={12} />
                {pathLabel(path)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface SuggestionInput {
  readonly seenPaths: readonly string[];
  readonly boardPaths: readonly string[];
  readonly text: string;
}

/** Paths that were seen before and fit what is typed; the start page and all pages for who has none yet. */
export function suggestPaths({ seenPaths, boardPaths, text }: SuggestionInput): readonly string[] {
  const typed = text.trim().toLowerCase();
  const all = [...new Set([...seenPaths, "/", ALL_PAGES])].filter((path) => !boardPaths.includes(path));
  const matchesText = (path: string) => pathLabel(path).toLowerCase().includes(typed);
  return typed === "/" ? all.slice(0, MAX_SUGGESTIONS) : all.filter(matchesText).slice(0, MAX_SUGGESTIONS);
}

function addResultMessage({
  addedCount,
  knownPaths,
}: {
  readonly addedCount: number;
  readonly knownPaths: number;
}): string {
  const parts = [
    addedCount > 0 ? `${pluralize(addedCount, "path", "paths")} added` : "",
    knownPaths > 0 ? `${pluralize(knownPaths, "path is", "paths are")} already on the board` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

interface AddResult {
  readonly unread: readonly string[];
  readonly rejectedPaths: number;
  readonly isEmpty: boolean;
  readonly isKnown: boolean;
  readonly resultMessage: string;
}

function addIssueMessage({ unread, rejectedPaths, isEmpty, isKnown, resultMessage }: AddResult): string {
  if (isEmpty) return "Enter a path such as /pricing.";
  const issues = [
    unread.length > 0 ? unreadableMessage(unread) : "",
    rejectedPaths > 0
      ? `A board holds up to ${MAX_PATHS} paths. ${pluralize(rejectedPaths, "path wasn't", "paths weren't")} added.`
      : "",
  ].filter(Boolean);
  if (issues.length > 0) return issues.join(" ");
  return isKnown ? `${resultMessage}.` : "";
}

function unreadableMessage(unread: readonly string[]): string {
  const named = unread.slice(0, 3).map((part) => `“${part}”`);
  const moreCount = unread.length - named.length;
  const names = formatList(moreCount > 0 ? [...named, `${moreCount} more`] : named);
  return `${names} ${unread.length === 1 ? "isn't a valid path" : "aren't valid paths"}. Enter paths like /pricing.`;
}

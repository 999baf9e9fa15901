import { Button } from "@mantine/core";
import { type ClipboardEvent, type SubmitEvent, useRef, useState } from "react";
import { useVitalPaths } from "@/data/browser-storage/vital-paths";
import { useApi } from "@/data/client/api-context";
import { nameOfPath } from "@/features/vitals/model/board-rows";
import { MOST_PATHS } from "@/features/vitals/model/board-search-params";
import { listWords, plural } from "@/lib/text/numbers";
import { ALL_PAGES, type PathsReading, readPaths } from "@/lib/web-vitals/page-path";
import { useAnnounce } from "@/ui/feedback/announcer";
import { TextField } from "@/ui/form/fields";
import { PlusIcon } from "@/ui/theme/icons";
import classes from "./board-add.module.css";

interface BoardAddProps {
  /** What is on the board. */
  readonly shown: readonly string[];
  /** Adds paths, and gives those that found no room. */
  readonly onAdd: (paths: readonly string[]) => readonly string[];
}

const MOST_OFFERED = 6;

/** Adds paths to the board: typed, pasted as full addresses, or from those that were there before. */
export function BoardAdd({ shown, onAdd }: BoardAddProps) {
  const known = useVitalPaths(useApi());
  const announce = useAnnounce();
  const [text, setText] = useState("");
  const [mistake, setMistake] = useState("");
  const input = useRef<HTMLInputElement>(null);

  function add({ paths, unread }: PathsReading): void {
    const fresh = paths.filter((path) => !shown.includes(path));
    const left = onAdd(fresh);
    const told = outcomeWords({ added: fresh.length - left.length, known: paths.length - fresh.length });
    announce(told);
    // What could not be read or found no room stays, so that it can be put right.
    setText([...unread, ...left].join(", "));
    const isEmpty = paths.length + unread.length === 0;
    setMistake(mistakeWords({ unread, left: left.length, isEmpty, isKnown: fresh.length === 0, told }));
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    add(readPaths(text));
  }

  /** One line of a field loses the ends of pasted lines: several addresses would become one. */
  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData("text");
    if (!/\s\S/.test(pasted.trim())) return;
    event.preventDefault();
    const { selectionStart: from, selectionEnd: to } = input.current ?? {};
    const kept = `${text.slice(0, from ?? text.length)}${text.slice(to ?? text.length)}`;
    add(readPaths(`${kept}\n${pasted}`));
  }

  const offered = offeredPaths({ seen: known.seen, shown, text });
  const isFull = shown.length >= MOST_PATHS;
  return (
    <div className={classes.add} data-no-print>
      <form className={classes.form} onSubmit={onSubmit} onPaste={onPaste}>
        <div className={classes.field}>
          <TextField
            ref={input}
            label="Add paths"
            value={text}
            onChange={(next) => {
              setText(next);
              setMistake("");
            }}
            error={mistake}
            placeholder="/pricing, or paste full addresses"
            spellCheck={false}
          />
        </div>
        <Button type="submit" variant="default" leftSection={<PlusIcon />}>
          Add
        </Button>
      </form>
      {offered.length > 0 && !isFull && (
        <ul className={classes.offers} aria-label="Suggested paths">
          {offered.map((path) => (
            <li key={path}>
              <button
                type="button"
                className={classes.offer}
                aria-label={`Add ${nameOfPath(path)}`}
                onClick={() => {
                  add({ paths: [path], unread: [] });
                  input.current?.focus();
                }}
              >
                <PlusIcon size={12} />
                {nameOfPath(path)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface Offering {
  readonly seen: readonly string[];
  readonly shown: readonly string[];
  readonly text: string;
}

/** Paths that were seen before and fit what is typed; the start page and all pages for who has none yet. */
export function offeredPaths({ seen, shown, text }: Offering): readonly string[] {
  const typed = text.trim().toLowerCase();
  const all = [...new Set([...seen, "/", ALL_PAGES])].filter((path) => !shown.includes(path));
  const fits = (path: string) => nameOfPath(path).toLowerCase().includes(typed);
  return typed === "/" ? all.slice(0, MOST_OFFERED) : all.filter(fits).slice(0, MOST_OFFERED);
}

function outcomeWords({ added, known }: { readonly added: number; readonly known: number }): string {
  const parts = [
    added > 0 ? `${plural(added, "path", "paths")} added` : "",
    known > 0 ? `${plural(known, "path is", "paths are")} on the board already` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

interface Mistakes {
  readonly unread: readonly string[];
  readonly left: number;
  readonly isEmpty: boolean;
  readonly isKnown: boolean;
  readonly told: string;
}

function mistakeWords({ unread, left, isEmpty, isKnown, told }: Mistakes): string {
  if (isEmpty) return "Type a path such as /pricing.";
  const mistakes = [
    unread.length > 0 ? unreadWords(unread) : "",
    left > 0
      ? `A board has ${MOST_PATHS} paths at most: ${plural(left, "path was", "paths were")} left out.`
      : "",
  ].filter(Boolean);
  if (mistakes.length > 0) return mistakes.join(" ");
  return isKnown ? `${told}.` : "";
}

function unreadWords(unread: readonly string[]): string {
  const named = unread.slice(0, 3).map((part) => `“${part}”`);
  const more = unread.length - named.length;
  const words = listWords(more > 0 ? [...named, `${more} more`] : named);
  return `${words} ${unread.length === 1 ? "is no path" : "are no paths"}. Write them like /pricing.`;
}

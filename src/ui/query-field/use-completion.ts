import { useDeferredValue, useMemo, useState } from "react";
import type { Completion } from "@/lib/query/query-completion";

/** Gives what may stand at the caret. */
export type Complete = (text: string, caret: number) => Completion;

/** One thing that may be inserted. */
export type CompletionItem = Completion["items"][number];

interface Asked {
  readonly caret: number;
  readonly isWanted: boolean;
  /** The place of the item that the arrows have reached. */
  readonly active: number | null;
}

/** The list of completions and the ways to move in it. */
export interface CompletionList {
  /** Empty: the list is closed. */
  readonly items: readonly CompletionItem[];
  readonly active: number | null;
  readonly open: (caret: number) => void;
  readonly close: () => void;
  /** Goes to the next item or, with -1, the one before, around the ends; gives its place. */
  readonly move: (step: 1 | -1) => number;
  /** The text with the item in it, and where the caret is then; null where the item belongs to an older text. */
  readonly insert: (item: CompletionItem) => { readonly text: string; readonly caret: number } | null;
}

const NO_ITEMS: readonly CompletionItem[] = [];

/** Asks for completions behind the typing, never in front of it, and only while the list is wanted. */
export function useCompletion(complete: Complete | undefined, text: string): CompletionList {
  const [asked, setAsked] = useState<Asked>({ caret: 0, isWanted: false, active: null });
  const { caret, isWanted } = asked;
  // The function is a part of the question: parents make a new one with each drawing.
  const question = useMemo(
    () => (isWanted && complete ? { text, caret, complete } : null),
    [isWanted, complete, text, caret],
  );
  const answered = useDeferredValue(question);
  const completion = useMemo(() => answered?.complete(answered.text, answered.caret), [answered]);
  const items = (isWanted && completion?.items) || NO_ITEMS;
  const active = asked.active !== null && asked.active < items.length ? asked.active : null;

  return {
    items,
    active,
    open: (at) => setAsked({ caret: at, isWanted: true, active: null }),
    close: () => setAsked((before) => ({ ...before, isWanted: false, active: null })),
    move: (step) => {
      const start = active ?? (step === 1 ? -1 : items.length);
      const place = (start + step + items.length) % items.length;
      setAsked((before) => ({ ...before, active: place }));
      return place;
    },
    insert: (item) => {
      if (!completion || answered?.text !== text) return null;
      const before = text.slice(0, completion.from) + item.insert;
      return { text: before + text.slice(completion.to), caret: before.length };
    },
  };
}

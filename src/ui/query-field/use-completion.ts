import { useDeferredValue, useMemo, useState } from "react";
import type { Completion } from "@/lib/query/query-completion";

/** Gives what may stand at the caret. */
export type GetCompletions = (text: string, caret: number) => Completion;

/** One thing that may be inserted. */
export type CompletionItem = Completion["items"][number];

interface CompletionRequest {
  readonly caret: number;
  readonly isRequested: boolean;
  /** The place of the item that the arrows have reached. */
  readonly activeIndex: number | null;
}

/** The list of completions and the ways to move in it. */
export interface CompletionList {
  /** Empty: the list is closed. */
  readonly items: readonly CompletionItem[];
  readonly activeIndex: number | null;
  readonly open: (caret: number) => void;
  readonly close: () => void;
  /** Goes to the next item or, with -1, the one before, around the ends; gives its place. */
  readonly move: (step: 1 | -1) => number;
  /** The text with the item in it, and where the caret is then; null where the item belongs to an older text. */
  readonly insert: (item: CompletionItem) => { readonly text: string; readonly caret: number } | null;
}

const NO_ITEMS: readonly CompletionItem[] = [];

/** Asks for completions behind the typing, never in front of it, and only while the list is wanted. */
export function useCompletion(getCompletions: GetCompletions | undefined, text: string): CompletionList {
  const [request, setRequest] = useState<CompletionRequest>({
    caret: 0,
    isRequested: false,
    activeIndex: null,
  });
  const { caret, isRequested } = request;
  // The function is a part of the question: parents make a new one with each drawing.
  const query = useMemo(
    () => (isRequested && getCompletions ? { text, caret, complete: getCompletions } : null),
    [isRequested, getCompletions, text, caret],
  );
  const deferredQuery = useDeferredValue(query);
  const completion = useMemo(
    () => deferredQuery?.complete(deferredQuery.text, deferredQuery.caret),
    [deferredQuery],
  );
  const items = (isRequested && completion?.items) || NO_ITEMS;
  const activeIndex =
    request.activeIndex !== null && request.activeIndex < items.length ? request.activeIndex : null;

  return {
    items,
    activeIndex,
    open: (position) => setRequest({ caret: position, isRequested: true, activeIndex: null }),
    close: () => setRequest((before) => ({ ...before, isRequested: false, activeIndex: null })),
    move: (step) => {
      const start = activeIndex ?? (step === 1 ? -1 : items.length);
      const index = (start + step + items.length) % items.length;
      setRequest((before) => ({ ...before, activeIndex: index }));
      return index;
    },
    insert: (item) => {
      if (!completion || deferredQuery?.text !== text) return null;
      const before = text.slice(0, completion.from) + item.insert;
      return { text: before + text.slice(completion.to), caret: before.length };
    },
  };
}

import { useDeferredValue, useMemo, useState } from "react";
import type { Completion } from "@/lib/query/query-completion";

export type GetCompletions = (text: string, caret: number) => Completion;

export type CompletionItem = Completion["items"][number];

interface CompletionRequest {
  readonly caret: number;
  readonly isRequested: boolean;
  readonly activeIndex: number | null;
}

export interface CompletionList {
  /** Empty when the list is closed. */
  readonly items: readonly CompletionItem[];
  readonly activeIndex: number | null;
  readonly open: (caret: number) => void;
  readonly close: () => void;
  /** Moves to the next item, or to the previous item with -1. Wraps around. Returns the index. */
  readonly move: (step: 1 | -1) => number;
  /**
   * Returns the text with the inserted item and the new caret position. Null when the item belongs to an older text.
   */
  readonly insert: (item: CompletionItem) => { readonly text: string; readonly caret: number } | null;
}

const NO_ITEMS: readonly CompletionItem[] = [];

/** Computes completions while the list is open, after the typed text is rendered. */
export function useCompletion(getCompletions: GetCompletions | undefined, text: string): CompletionList {
  const [request, setRequest] = useState<CompletionRequest>({
    caret: 0,
    isRequested: false,
    activeIndex: null,
  });
  const { caret, isRequested } = request;
  // The deferred query includes the function. Parents create a new function on each render, so a
  // direct dependency would compute completions before the typed text is rendered.
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

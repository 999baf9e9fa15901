import { useEffect, useState } from "react";
import type { QueryIssue } from "@/lib/query/query-text";

/** Delays issues at the caret, because the user may still be typing. */
const SHOW_DELAY_MS = 600;

interface Typing {
  readonly caret: number;
  /** Start offsets of issues that were shown. They stay visible while the user corrects them. */
  readonly shownStarts: readonly number[];
}

export interface ShownIssues {
  readonly shownIssues: readonly QueryIssue[];
  /** Call this on each change, with the caret position. */
  readonly noteTyping: (caret: number) => void;
  readonly flush: () => void;
}

/** Returns the issues. Excludes the one at the caret until the user stops typing or leaves the field. */
export function useShownIssues(issues: readonly QueryIssue[], text: string): ShownIssues {
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

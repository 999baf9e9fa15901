import { useEffect, useState } from "react";
import type { QueryIssue } from "@/lib/query/query-text";

/** Ms without a key until a mistake at the caret is told: what is being typed may still become right. */
const SHOW_DELAY_MS = 600;

interface Typing {
  readonly caret: number;
  /** Where the mistakes began that were told already: those stay while they are corrected. */
  readonly shownStarts: readonly number[];
}

/** The mistakes that are to be told now, and what has to be noted for that. */
export interface ShownIssues {
  readonly shownIssues: readonly QueryIssue[];
  /** To be called at each change, with where the caret is then. */
  readonly noteTyping: (caret: number) => void;
  /** To be called when the field is left. */
  readonly flush: () => void;
}

/** Holds back the mistake that is being typed, until typing rests or the field is left. */
export function useShownIssues(issues: readonly QueryIssue[], text: string): ShownIssues {
  const [typing, setTyping] = useState<Typing | null>(null);

  useEffect(() => {
    if (typing === null) return;
    const timer = setTimeout(() => setTyping(null), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typing]);

  const shownIssues = issues.filter(({ from, to }) => {
    // The mistakes can be those of an older, longer text.
    if (from >= text.length) return false;
    // A wrong name belongs to the word that goes on behind its colon.
    const isBeingTyped = typing !== null && from <= typing.caret && !/\s/.test(text.slice(to, typing.caret));
    return !isBeingTyped || typing.shownStarts.includes(from);
  });

  return {
    shownIssues,
    noteTyping: (caret) => setTyping({ caret, shownStarts: shownIssues.map(({ from }) => from) }),
    flush: () => setTyping(null),
  };
}

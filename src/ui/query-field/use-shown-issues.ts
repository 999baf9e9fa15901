import { useEffect, useState } from "react";
import type { QueryMistake } from "@/lib/query/query-text";

/** Ms without a key until a mistake at the caret is told: what is being typed may still become right. */
const TELL_AFTER = 600;

interface Typing {
  readonly caret: number;
  /** Where the mistakes began that were told already: those stay while they are corrected. */
  readonly told: readonly number[];
}

/** The mistakes that are to be told now, and what has to be noted for that. */
export interface ShownMistakes {
  readonly shown: readonly QueryMistake[];
  /** To be called at each change, with where the caret is then. */
  readonly noteTyping: (caret: number) => void;
  /** To be called when the field is left. */
  readonly settle: () => void;
}

/** Holds back the mistake that is being typed, until typing rests or the field is left. */
export function useShownMistakes(mistakes: readonly QueryMistake[], text: string): ShownMistakes {
  const [typing, setTyping] = useState<Typing | null>(null);

  useEffect(() => {
    if (typing === null) return;
    const timer = setTimeout(() => setTyping(null), TELL_AFTER);
    return () => clearTimeout(timer);
  }, [typing]);

  const shown = mistakes.filter(({ from, to }) => {
    // The mistakes can be those of an older, longer text.
    if (from >= text.length) return false;
    // A wrong name belongs to the word that goes on behind its colon.
    const isBeingTyped = typing !== null && from <= typing.caret && !/\s/.test(text.slice(to, typing.caret));
    return !isBeingTyped || typing.told.includes(from);
  });

  return {
    shown,
    noteTyping: (caret) => setTyping({ caret, told: shown.map(({ from }) => from) }),
    settle: () => setTyping(null),
  };
}

import { HttpError } from "@/http/errors";

/** How long to wait between two looks at what is pending, in ms. */
export interface FollowPace {
  /** After a look that found nothing new. */
  readonly next: () => number;
  /** After a look that failed; null where the next one would fail as well. */
  readonly afterFailure: (error: unknown) => number | null;
  /** Something is new: looks are worth their requests again. Gives the shortest wait. */
  readonly restart: () => number;
}

const SHORTEST = 2_000;
const LONGEST = 30_000;
const GROWTH = 1.5;
/** Beyond these a refusal of a read is no passing one. */
const PASSING: ReadonlySet<number> = new Set([408, 429]);

/** Begins with 2 s, and grows to 30 s. */
export function createFollowPace(): FollowPace {
  let wait = SHORTEST;

  function grow(factor: number): number {
    const now = wait;
    wait = Math.min(LONGEST, wait * factor);
    return now;
  }

  return {
    next: () => grow(GROWTH),
    afterFailure(error) {
      const status = error instanceof HttpError ? error.status : 0;
      if (status >= 400 && status < 500 && !PASSING.has(status)) return null;
      if (status !== 429) return grow(2);
      wait = LONGEST;
      return Math.max(LONGEST, error instanceof HttpError ? (error.retryAfter ?? 0) : 0);
    },
    restart() {
      wait = SHORTEST;
      return grow(GROWTH);
    },
  };
}

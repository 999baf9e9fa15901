/** A failure in a person's words: what happened, what it means, what to do. */
export interface Problem {
  /** What happened, a short sentence without a full stop. */
  readonly title: string;
  /** What it means and what to do; may quote the server's own words. */
  readonly detail: string;
  /** Whether trying the same thing again can help. */
  readonly canRetry: boolean;
  /** When the server lets it be tried again, in ms since 1970, where it says so. */
  readonly retryAt?: number;
}

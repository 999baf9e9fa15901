export interface Problem {
  /** States what happened. Short, without a period. */
  readonly title: string;
  /** Explains the failure and what to do. May quote the server's response. */
  readonly detail: string;
  readonly canRetry: boolean;
  /** Earliest time for a retry, in ms since 1970. */
  readonly retryAt?: number;
}

export interface Problem {
  /** Says what happened in a short sentence without a period. */
  readonly title: string;
  /** Explains the failure and gives advice. May quote the server's response. */
  readonly detail: string;
  readonly canRetry: boolean;
  /** Time from which the server allows a retry, in ms since 1970. */
  readonly retryAt?: number;
}

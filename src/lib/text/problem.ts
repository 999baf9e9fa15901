/** A failure described for the user. */
export interface Problem {
  /** Says what happened, in a short sentence without a full stop. */
  readonly title: string;
  /** Explanation and advice. May quote the server's response. */
  readonly detail: string;
  /** Whether a retry can help. */
  readonly canRetry: boolean;
  /** When the server allows a retry, in ms since 1970. */
  readonly retryAt?: number;
}

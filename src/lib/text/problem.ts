export interface Problem {
  /** States what happened. Short, without a period. */
  readonly title: string;
  /** Explains the failure and what to do. May quote the server's response. */
  readonly detail: string;
  readonly canRetry: boolean;
  /** Earliest time for a retry, in ms since 1970. */
  readonly retryAt?: number;
}

// Matches the error messages of Chromium, Firefox, and Safari, and Vite's message for style sheets.
const MESSAGE_PATTERN = /imported module|module script|preload CSS/i;

/** Whether a code chunk failed to load, because of the connection or a new deployment. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && (error.name === "PageLoadError" || MESSAGE_PATTERN.test(error.message));
}

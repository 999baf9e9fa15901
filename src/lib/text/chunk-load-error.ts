// Matches the error messages of Chromium, Firefox, and Safari, and Vite's message for style sheets.
const MESSAGE_PATTERN = /imported module|module script|preload CSS/i;

/** Whether a code chunk failed to load, because of the connection or a new deployment. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && (error.name === "PageLoadError" || MESSAGE_PATTERN.test(error.message));
}

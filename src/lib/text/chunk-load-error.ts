// Matches the error messages of Chromium, Firefox and Safari, and Vite's message for style sheets.
const MESSAGE_PATTERN = /imported module|module script|preload CSS/i;

/** Whether a code chunk failed to load: the connection failed, or a newer version was deployed. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && (error.name === "PageLoadError" || MESSAGE_PATTERN.test(error.message));
}

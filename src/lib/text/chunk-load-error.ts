// Browsers word it in their own way: Chromium, Firefox, Safari, and Vite for a style.
const MESSAGE_PATTERN = /imported module|module script|preload CSS/i;

/** Whether an error says that a part of the app did not arrive: no connection, or another version was published. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && (error.name === "PageLoadError" || MESSAGE_PATTERN.test(error.message));
}

/** Safari confirms a composition before it sends the key, and marks the key only by this code of UI Events. */
const COMPOSING_KEY_CODE = 229;

function hideComposingKey(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === COMPOSING_KEY_CODE) event.stopImmediatePropagation();
}

/**
 * Hides the keys of a composition from all handlers, including those of libraries. An input method uses these keys
 * itself, for example Enter to confirm. The browser still handles them. Call it before any other listener is added.
 */
export function hideComposingKeys(): void {
  window.addEventListener("keydown", hideComposingKey, { capture: true });
}

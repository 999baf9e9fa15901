/** Chromium's guard of the places where text becomes code; other browsers have it later or not at all. */
interface PolicyFactory {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: (text: string) => string | null },
  ) => unknown;
}

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory;
  }
}

/**
 * The only policy that the Content Security Policy allows. Mantine fills its style elements by innerHTML; style sheets
 * have no `<`, and text without it can make no element. Scripts and script addresses get no rule, so they are refused.
 */
export function createTextPolicy(): void {
  window.trustedTypes?.createPolicy("default", { createHTML: (text) => (text.includes("<") ? null : text) });
}

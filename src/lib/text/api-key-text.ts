export const API_KEY_IN_TEXT_MESSAGE =
  "That looks like an API key. It wasn't used here. Enter keys only under Connect.";

/**
 * Whether a text contains a personal API key. In a field for other text, such a key must not reach
 * the URL, storage, or a request. Project keys (`phc_`) are public.
 */
export function containsApiKey(text: string): boolean {
  return /(?:^|[^a-z\d])phx_[a-z\d]/i.test(text);
}

/** Lowercases the first letter, for a label or sentence that continues another sentence. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** A text as a web address means it; as it is where it has no percent signs of that kind, or wrong ones. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

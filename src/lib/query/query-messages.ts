import { formatList } from "@/lib/text/numbers";

/** Maximum number of values in a message. */
const MAX_LISTED = 6;

/** @param suggestion most similar field, or null */
export function unknownFieldMessage(name: string, suggestion: string | null): string {
  const advice = suggestion === null ? "Searching for the text instead." : `Did you mean “${suggestion}”?`;
  return `“${name}” isn't a field. ${advice}`;
}

export function missingFieldValueMessage(name: string): string {
  return `Enter a value right after “${name}:”.`;
}

export function reversedRangeMessage(text: string): string {
  return `“${text}” is reversed. Swap the values.`;
}

export function invalidNumberMessage(text: string): string {
  return `“${text}” isn't a number. Try 2, >2, <=2, or 1..5.`;
}

export function invalidDateMessage(text: string): string {
  return `“${text}” isn't a date. Try today, 2026-11-21, 2026-11, +7d, or today..+7d.`;
}

interface UnknownValue {
  readonly text: string;
  readonly field: string;
  readonly suggestion: string | null;
  readonly values: readonly string[];
}

export function unknownValueMessage({ text, field, suggestion, values }: UnknownValue): string {
  const message = `“${text}” isn't a value for “${field}”.`;
  if (suggestion !== null) return `${message} Did you mean “${suggestion}”?`;
  if (values.length === 0 || values.length > MAX_LISTED) return message;
  return `${message} Use ${formatList(values, "or")}.`;
}

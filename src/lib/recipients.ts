/** Splits a target value at its commas as servers do: without trimming; empty parts are dropped. */
export function splitRecipients(value: string): string[] {
  return value.split(",").filter((part) => part.trim() !== "");
}

/** The form in which two addresses are compared; never sent. */
export function normaliseAddress(text: string): string {
  return text.trim().toLowerCase();
}

import { stripInvisible } from "@/lib/text/invisible-characters";

/** Splits a target value at its commas as servers do: without trimming; empty parts are dropped. */
export function splitRecipients(value: string): string[] {
  return value.split(",").filter((part) => part.trim() !== "");
}

/** The form in which two addresses are compared; never sent. */
export function normalizeAddress(text: string): string {
  return text.trim().toLowerCase();
}

/** A recipient as it fits into a line: blanks around it gone, of a web address the host only. */
export function recipientLabel(channel: string, recipient: string): string {
  const value = stripInvisible(recipient).trim();
  if (channel === "email" || channel === "slack" || !URL.canParse(value)) return value;
  return new URL(value).host || value;
}

import { stripInvisible } from "@/lib/text/invisible-characters";
import { HttpError } from "./errors";

/** A server's complaint about one field of a form. */
export interface FieldError {
  /** Wire name of the field, without the position inside it: `byweekday__0` is `byweekday`. */
  readonly field: string;
  readonly message: string;
}

/** The field a refusal is about; null when it is about none, or no refusal of input. */
export function getFieldError(error: unknown): FieldError | null {
  if (!(error instanceof HttpError) || error.status !== 400 || !error.attr || !error.detail) return null;
  const field = error.attr.split("__")[0];
  return field ? { field, message: stripInvisible(error.detail) } : null;
}

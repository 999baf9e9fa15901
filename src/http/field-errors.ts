import { stripInvisible } from "@/lib/text/invisible-characters";
import { HttpError } from "./errors";

export interface FieldError {
  /** API name of the top-level field: `byweekday__0` becomes `byweekday`. */
  readonly field: string;
  readonly message: string;
}

/** Returns the field error of a validation error, or null for other errors. */
export function getFieldError(error: unknown): FieldError | null {
  if (!(error instanceof HttpError) || error.status !== 400 || !error.attr || !error.detail) return null;
  const field = error.attr.split("__")[0];
  return field ? { field, message: stripInvisible(error.detail) } : null;
}

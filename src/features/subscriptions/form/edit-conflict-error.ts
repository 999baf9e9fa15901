/**
 * Thrown when someone else has changed the same fields, and the user left the form before resolving the conflicts.
 */
export class EditConflictError extends Error {
  override readonly name = "EditConflictError";
}

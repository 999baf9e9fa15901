/** Someone else changed the same fields, and the user left the form before choosing between the values. */
export class EditConflictError extends Error {
  override readonly name = "EditConflictError";
}

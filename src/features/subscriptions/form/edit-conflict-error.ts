/** Someone else changed the same fields, and the form was left before the person could choose between the values. */
export class EditConflictError extends Error {
  override readonly name = "EditConflictError";
}

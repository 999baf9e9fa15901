import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";

/** Title of a failed write, no surer than its error: `subject` "“Sales”" or "the change", and `done` "deleted". */
export function failureTitle(error: unknown, subject: string, done: string): string {
  return isOutcomeUnknown(error)
    ? `It is not certain that ${subject} was ${done}`
    : `${subject.charAt(0).toUpperCase()}${subject.slice(1)} was not ${done}`;
}

import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";

/** Title of a failed write, no surer than its error: `subject` "“Sales”" or "the change", and `done` "deleted". */
export function changeFailureTitle(error: unknown, subject: string, participle: string): string {
  return isOutcomeUnknown(error)
    ? `It is not certain that ${subject} was ${participle}`
    : `${subject.charAt(0).toUpperCase()}${subject.slice(1)} was not ${participle}`;
}

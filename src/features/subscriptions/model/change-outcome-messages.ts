import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";

/**
 * Returns the title of a failed change. If the outcome is unknown, the title doesn't say that the change
 * failed.
 */
export function changeFailureTitle(error: unknown, subject: string, participle: string): string {
  return isOutcomeUnknown(error)
    ? `Couldn't confirm that ${subject} was ${participle}`
    : `${subject.charAt(0).toUpperCase()}${subject.slice(1)} wasn't ${participle}`;
}

/** Returns the toast of a change that sends nothing, because someone else has already made the change. */
export function alreadyChangedMessage(subject: string, participle: string) {
  return { title: `${subject} was already ${participle}`, detail: "Nothing was sent." };
}

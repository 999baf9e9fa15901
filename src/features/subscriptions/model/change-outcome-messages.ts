import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";

/** Title of a failed change. Doesn't claim a failure when the outcome is unknown. */
export function changeFailureTitle(error: unknown, subject: string, participle: string): string {
  return isOutcomeUnknown(error)
    ? `Couldn't confirm that ${subject} was ${participle}`
    : `${subject.charAt(0).toUpperCase()}${subject.slice(1)} wasn't ${participle}`;
}

/** Toast for a change that sends nothing, because someone else has already made it. */
export function alreadyChangedMessage(subject: string, participle: string) {
  return { title: `${subject} was already ${participle}`, detail: "No change was needed." };
}

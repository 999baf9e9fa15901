import { isOutcomeUnknown } from "@/api/errors";

/** Returns the title for a failed change. Doesn't claim a failure if the outcome is unknown. */
export function changeFailureTitle(error: unknown, subject: string, participle: string): string {
  return isOutcomeUnknown(error)
    ? `Couldn't confirm that ${subject} was ${participle}`
    : `${subject.charAt(0).toUpperCase()}${subject.slice(1)} wasn't ${participle}`;
}

/** Returns the toast for a change that wasn't sent, because someone else had already made it. */
export function alreadyChangedMessage(subject: string, participle: string) {
  return { title: `${subject} was already ${participle}`, detail: "No change was needed." };
}

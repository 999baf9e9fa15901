import { FREQUENCIES, SET_POSITIONS, TARGET_TYPES, TITLE_MAX_LENGTH } from "@/contract/subscriptions";
import { isEmailAddress, isWebUrl } from "@/lib/recipients/recipient-text";
import { formatCount, wordFor } from "@/lib/text/numbers";
import { fromLocalInput } from "@/lib/time/local-input";
import { WEEKDAYS } from "@/lib/time/weekdays";
import {
  ENDS,
  type FormField,
  type FormOrigin,
  type SubscriptionFormValues,
} from "./subscription-form-values";

const MAX_INT32 = 2_147_483_647;

/** What is wrong with one recipient of the channel, as a sentence; null when nothing is. */
export function recipientMistake(channel: string, text: string): string | null {
  const value = text.trim();
  switch (channel) {
    case "email":
      return isEmailAddress(value) ? null : `“${value}” is not an e-mail address.`;
    case "webhook":
    case "teams":
      return isWebUrl(value) ? null : `“${value}” is not a web address that starts with https://.`;
    case "slack":
      return /\s/.test(value) ? `“${value}” is not a Slack channel: leave out the blanks.` : null;
    default:
      return null;
  }
}

function missingRecipient(channel: string): string {
  switch (channel) {
    case "email":
      return "Add at least one e-mail address.";
    case "slack":
      return "Enter a Slack channel.";
    default:
      return "Enter the address to deliver to.";
  }
}

/** What is wrong with a whole number the contract keeps in 32 bits; null when nothing is. */
function numberMistake(text: string, missing: string): string | null {
  const value = text.trim();
  if (value === "") return missing;
  if (!/^[+-]?\d+$/.test(value)) return "Enter a whole number, like 2.";
  if (Number(value) < 1) return "Enter 1 or more.";
  return Number(value) > MAX_INT32 ? "Enter at most 2,147,483,647." : null;
}

/** A sentence per field that has a mistake. */
export type Mistakes = Partial<Record<FormField, string | null>>;

function recipientsMistake(values: SubscriptionFormValues, origin: FormOrigin): string | null {
  const { channel, recipients } = values;
  if (recipients.length === 0) return missingRecipient(channel);
  if (channel !== "email" && recipients.length > 1) return "This channel takes one address only.";
  const mistakes = recipients.flatMap((item) => untouchedRecipientMistake(channel, item, origin) ?? []);
  if (mistakes.length === 0) return null;
  if (recipients.length === 1) return mistakes[0] ?? null;
  return `${formatCount(mistakes.length)} of ${formatCount(recipients.length)} addresses cannot be used. Correct or remove ${wordFor(mistakes.length, "it", "them")}.`;
}

/** As `recipientMistake`, but what the server already holds is not ours to refuse. */
export function untouchedRecipientMistake(channel: string, text: string, origin: FormOrigin): string | null {
  const isServed =
    origin.record !== null && channel === origin.values.channel && origin.values.recipients.includes(text);
  return isServed ? null : recipientMistake(channel, text);
}

function dateMistake(text: string, zone: string): string | null {
  const reading = fromLocalInput(text, zone);
  return reading.ok ? null : reading.message;
}

function endMistakes(values: SubscriptionFormValues, zone: string): Mistakes {
  const { end, until, count, start } = values;
  const mistakes: Mistakes = {};
  if (end === "after" || end === "both") mistakes.count = numberMistake(count, "Enter how many deliveries.");
  if (end === "on" || end === "both") {
    mistakes.until = dateMistake(until, zone);
    const from = fromLocalInput(start, zone);
    const to = fromLocalInput(until, zone);
    if (from.ok && to.ok && Date.parse(to.iso) < Date.parse(from.iso)) {
      mistakes.until = "The end lies before the start.";
    }
  }
  return mistakes;
}

function unknownWeekdayMistake(values: SubscriptionFormValues, origin: FormOrigin): string | null {
  const allowed: readonly string[] = [...WEEKDAYS, ...origin.values.weekdays];
  const unknown = values.weekdays.find((day) => !allowed.includes(day));
  return unknown === undefined ? null : `“${unknown}” is not a weekday.`;
}

function choiceMistake(value: string, known: readonly string[], served: string): string | null {
  return known.includes(value) || value === served ? null : `“${value}” is not one of the choices.`;
}

/** Everything that is wrong with what was typed, by field. */
export function findMistakes(values: SubscriptionFormValues, origin: FormOrigin): Mistakes {
  const positions = ["", ...SET_POSITIONS.map(String)];
  return {
    source: choiceMistake(values.source, ["dashboard", "insight"], ""),
    sourceId: numberMistake(values.sourceId, `Enter the number of the ${values.source}.`),
    channel: choiceMistake(values.channel, TARGET_TYPES, origin.values.channel),
    recipients: recipientsMistake(values, origin),
    frequency: choiceMistake(values.frequency, FREQUENCIES, origin.values.frequency),
    interval: numberMistake(values.interval, "Enter how often, like 1."),
    weekdays: unknownWeekdayMistake(values, origin),
    position:
      values.weekdays.length === 0 ? null : choiceMistake(values.position, positions, origin.values.position),
    start: dateMistake(values.start, origin.zone),
    end: choiceMistake(values.end, ENDS, "never"),
    ...endMistakes(values, origin.zone),
    title:
      values.title.trim().length > TITLE_MAX_LENGTH
        ? `Shorten the title to ${TITLE_MAX_LENGTH} characters; it has ${values.title.trim().length}.`
        : null,
  };
}

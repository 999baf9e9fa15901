import * as z from "zod/mini";
import {
  FORM_FIELDS,
  type FormField,
  type FormOrigin,
  type SubscriptionFormValues,
  sameList,
} from "./subscription-form-values";
import { findMistakes } from "./subscription-issues";

const END_FIELDS: readonly FormField[] = ["start", "end", "until", "count"];

/** Whether a field, with those it is judged by, stands as it was served. */
function isUntouched(field: FormField, values: SubscriptionFormValues, origin: FormOrigin): boolean {
  if (origin.record === null) return false;
  const judgedBy = field === "until" || field === "count" ? END_FIELDS : [field];
  return judgedBy.every((name) => {
    const [now, before] = [values[name], origin.values[name]];
    return Array.isArray(now) && Array.isArray(before) ? sameList(now, before) : now === before;
  });
}

/** What is wrong with what was typed, by field; nothing about what stands as it was served. */
export function refusals(
  values: SubscriptionFormValues,
  origin: FormOrigin,
): readonly { readonly field: FormField; readonly message: string }[] {
  const mistakes = findMistakes(values, origin);
  return FORM_FIELDS.flatMap((field) => {
    const message = mistakes[field];
    return message && !isUntouched(field, values, origin) ? [{ field, message }] : [];
  });
}

const text = z.string();
const list = z.array(z.string());

/**
 * Schema of the form. Stricter than the contract in what a person may newly enter; what a record was served with and
 * nobody touched is never refused, however odd.
 */
export function subscriptionFormSchema(origin: FormOrigin) {
  return z
    .object({
      source: text,
      sourceId: text,
      channel: text,
      recipients: list,
      frequency: text,
      interval: text,
      weekdays: list,
      position: text,
      start: text,
      end: text,
      until: text,
      count: text,
      title: text,
      message: text,
    })
    .check(
      z.superRefine((values, context) => {
        for (const { field, message } of refusals(values, origin)) {
          context.addIssue({ code: "custom", message, path: [field] });
        }
      }),
    );
}

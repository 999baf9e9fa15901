import * as z from "zod/mini";
import {
  isSameList,
  SUBSCRIPTION_FORM_FIELDS,
  type SubscriptionFormField,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
} from "./subscription-form-values";
import { validateSubscriptionForm } from "./validate-subscription";

const END_FIELDS: readonly SubscriptionFormField[] = ["start", "end", "until", "count"];
const RELATED_FIELDS: Partial<Record<SubscriptionFormField, readonly SubscriptionFormField[]>> = {
  until: END_FIELDS,
  count: END_FIELDS,
  insights: ["source", "sourceId", "insights"],
  integration: ["channel", "integration"],
  recipients: ["channel", "recipients"],
};

/** Whether a field and the fields that its validation depends on have the server's values. */
function isUnchangedField(
  field: SubscriptionFormField,
  values: SubscriptionFormValues,
  origin: SubscriptionFormOrigin,
): boolean {
  if (origin.record === null) return false;
  const relatedFields = RELATED_FIELDS[field] ?? [field];
  return relatedFields.every((name) => {
    const [now, before] = [values[name], origin.values[name]];
    return Array.isArray(now) && Array.isArray(before) ? isSameList(now, before) : now === before;
  });
}

/** Returns an error message per invalid field. Unchanged server values are valid. */
export function findFormIssues(
  values: SubscriptionFormValues,
  origin: SubscriptionFormOrigin,
): readonly { readonly field: SubscriptionFormField; readonly message: string }[] {
  const issues = validateSubscriptionForm(values, origin);
  return SUBSCRIPTION_FORM_FIELDS.flatMap((field) => {
    const message = issues[field];
    return message && !isUnchangedField(field, values, origin) ? [{ field, message }] : [];
  });
}

const stringField = z.string();
const stringListField = z.array(z.string());

/**
 * Creates a schema that validates new input more strictly than the contract. Accepts unchanged
 * server values, even invalid ones.
 */
export function createSubscriptionFormSchema(origin: SubscriptionFormOrigin) {
  return z
    .object({
      source: stringField,
      sourceId: stringField,
      insights: stringListField,
      insightsOf: stringField,
      prompt: stringField,
      channel: stringField,
      integration: stringField,
      recipients: stringListField,
      frequency: stringField,
      interval: stringField,
      weekdays: stringListField,
      position: stringField,
      start: stringField,
      end: stringField,
      until: stringField,
      count: stringField,
      title: stringField,
      message: stringField,
    })
    .check(
      z.superRefine((values, context) => {
        for (const { field, message } of findFormIssues(values, origin)) {
          context.addIssue({ code: "custom", message, path: [field] });
        }
      }),
    );
}

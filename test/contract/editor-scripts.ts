import fc from "fast-check";
import type { SubscriptionChange } from "@/api/subscriptions";
import type { SubscriptionFormValues } from "@/features/subscriptions/schema/subscription-form-values";
import { normalizeAddress } from "@/lib/recipients/recipients";

/**
 * Values that a user enters in the form, the record fields that they set, and added and removed
 * recipients.
 */
export interface Edit {
  readonly values: Partial<SubscriptionFormValues>;
  readonly fields: SubscriptionChange;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export type Step = {
  /** Index of the record. For `duplicates`, index of the remaining record. */
  readonly index: number;
  readonly losesAnswer: boolean;
} & (
  | { readonly act: "edit"; readonly edit: Edit; readonly sendsNow: boolean }
  | { readonly act: "pause" | "trash" | "duplicates" | "undo" }
);

/** Edits of any combination of fields, including none. */
const edits: fc.Arbitrary<Edit> = fc
  .record(
    {
      title: fc.constantFrom("Figures of Ana", "Figures of Ben"),
      interval: fc.constantFrom(2, 3),
      frequency: fc.constantFrom("daily", "monthly"),
      day: fc.constantFrom(24, 25),
      dashboard: fc.constantFrom(201, 202),
      add: fc.subarray(["Cleo@x.co", "eve@x.co", "Ben@x.co"], { minLength: 1 }),
      remove: fc.subarray(["ana@x.co", "ben@x.co"], { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  .map(({ title, interval, frequency, day, dashboard, add = [], remove = [] }) => {
    const insights = dashboard === 201 ? [4001] : [4002, 4003];
    return {
      values: {
        ...(title !== undefined && { title }),
        ...(interval !== undefined && { interval: String(interval) }),
        ...(frequency !== undefined && { frequency }),
        ...(day !== undefined && { start: `2026-11-${day}T08:30` }),
        ...(dashboard !== undefined && { sourceId: String(dashboard), insights: insights.map(String) }),
      },
      fields: {
        ...(title !== undefined && { title }),
        ...(interval !== undefined && { interval }),
        ...(frequency !== undefined && { frequency }),
        ...(day !== undefined && { start_date: `2026-11-${day}T08:30:00Z` }),
        ...(dashboard !== undefined && { dashboard, dashboard_export_insights: insights }),
      },
      add,
      remove: remove.filter((each) => !add.map(normalizeAddress).includes(each)),
    };
  });

const common = {
  index: fc.constantFrom(0, 0, 0, 0, 0, 1),
  losesAnswer: fc.constantFrom(false, false, false, true),
};
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ ...common, act: fc.constant("edit"), edit: edits, sendsNow: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...common,
      act: fc.constantFrom("pause", "trash", "duplicates", "duplicates", "undo", "undo", "undo", "undo"),
    }),
  },
);
/** The steps of one user. Tests interleave the scripts of two users. */
export const scripts = fc.array(steps, { minLength: 3, maxLength: 6 });

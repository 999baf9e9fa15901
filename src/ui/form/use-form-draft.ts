import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { Problem } from "@/lib/text/problem";
import { type FormDraft, useStoredDraft } from "./form-draft-storage";

/** Typed text in a tags input that isn't an item yet. */
interface PendingText {
  readonly field: string;
  readonly text: string;
}

interface FormBaseline<Values> {
  /** Returns the initial values as JSON-compatible data. Null for the form of a new record. */
  readonly read: () => unknown;
  /**
   * Returns the initial values of a restored form, or null when the stored values are unusable.
   * Changed fields get the stored initial values. Other fields get the current values.
   */
  readonly restore: (stored: unknown, changedFields: readonly string[]) => Values | null;
}

const BASELINE_KEY = "$baseline";

function isSameKind(a: unknown, b: unknown): boolean {
  return typeof a === typeof b && Array.isArray(a) === Array.isArray(b) && (a === null) === (b === null);
}

/**
 * Preserves changed fields across a page reload. Typed text of a tags input becomes an item.
 * @param showProblem called with the reason when the form is reopened after a failed background save
 * @param baseline prevents a restored form from overwriting changes that someone else has saved
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
  pending: PendingText,
  showProblem: (problem: Problem) => void,
  baseline?: FormBaseline<Values>,
): FormDraft {
  const dirtyFields: Readonly<Record<string, unknown>> = form.formState.dirtyFields;

  function read(): unknown {
    const values: Readonly<Record<string, unknown>> = form.getValues();
    const changedFields = Object.entries(values).filter(([field]) =>
      JSON.stringify(dirtyFields[field])?.includes("true"),
    );
    const text = pending.text.trim();
    const items = values[pending.field];
    if (text !== "" && Array.isArray(items)) changedFields.push([pending.field, [...items, text]]);
    if (changedFields.length === 0) return null;
    const start = baseline?.read() ?? null;
    return Object.fromEntries(start === null ? changedFields : [...changedFields, [BASELINE_KEY, start]]);
  }

  function fill(draft: unknown): void {
    if (typeof draft !== "object" || draft === null) return;
    const changedFields = Object.keys(draft).filter((field) => field !== BASELINE_KEY);
    const initial = baseline?.restore(Reflect.get(draft, BASELINE_KEY), changedFields);
    if (initial) form.reset(initial);
    const values = form.getValues();
    // An older version of the app may have stored other fields or kinds of values.
    const compatibleFields = Object.entries(draft).filter(([field, value]) =>
      isSameKind(values[field], value),
    );
    form.reset({ ...values, ...Object.fromEntries(compatibleFields) }, { keepDefaultValues: true });
  }

  return useStoredDraft(name, read, ({ draft, problem }) => {
    fill(draft);
    if (problem !== null) showProblem(problem);
  });
}

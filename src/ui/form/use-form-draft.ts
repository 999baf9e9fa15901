import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { Problem } from "@/lib/text/problem";
import { type FormDraft, useStoredDraft } from "./form-draft-storage";

/** Text in a tags input that isn't an item yet. */
interface PendingText {
  readonly field: string;
  readonly text: string;
}

function isSameKind(a: unknown, b: unknown): boolean {
  return typeof a === typeof b && Array.isArray(a) === Array.isArray(b) && (a === null) === (b === null);
}

/**
 * Keeps changed fields over a page reload. Pending text of a tags input becomes an item. @param showProblem
 * called with the reason when the form is reopened after a failed background save
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
  pending: PendingText,
  showProblem: (problem: Problem) => void,
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
    return changedFields.length === 0 ? null : Object.fromEntries(changedFields);
  }

  function fill(draft: unknown): void {
    if (typeof draft !== "object" || draft === null) return;
    const values = form.getValues();
    // The form of the previous version may have had different fields.
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

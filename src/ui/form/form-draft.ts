import { useEffect, useEffectEvent } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import type { Problem } from "@/lib/text/problem";
import { toasts } from "@/ui/feedback/toasts";
import { useIsUnmountedRoute } from "@/ui/hooks/use-is-unmounted-route";
import { pageReload } from "@/ui/overlay/use-unsaved-changes";

// Session storage makes drafts private to the tab.
const STORAGE_KEY = "environs.drafts";

interface DraftForm {
  /** Returns the draft as JSON-compatible data, or null if nothing has changed. */
  readonly read: () => unknown;
  readonly fill: (restored: RestoredDraft) => void;
}

interface RestoredDraft {
  /** Must be validated, because an older version of the app may have stored it. */
  readonly draft: unknown;
  /**
   * Why the form was reopened. Null after a page reload, or when the app reports the
   * error globally.
   */
  readonly problem: Problem | null;
}

const draftForms = new Map<string, DraftForm>();
const pendingDrafts = new Map<string, RestoredDraft>();

type StoredDraft = readonly [formName: string, draft: unknown];

function readDrafts(): readonly StoredDraft[] {
  try {
    return Object.entries(Object(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}")));
  } catch {
    // Storage is blocked, or its content is invalid.
    return [];
  }
}

function writeDrafts(drafts: readonly StoredDraft[]): void {
  if (drafts.length === 0) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(drafts)));
}

/** Returns stored drafts of forms that haven't been opened since the last reload. */
function readWaitingDrafts(): readonly StoredDraft[] {
  return readDrafts().filter(([name]) => !draftForms.has(name));
}

/** Stores the drafts of all forms for the next page load. Returns false when the browser blocks storage. */
export function storeDrafts(): boolean {
  const typedDrafts = [...draftForms]
    .map(([name, { read }]): StoredDraft => [name, read()])
    .filter(([, draft]) => draft !== null);
  try {
    writeDrafts([...readWaitingDrafts(), ...typedDrafts]);
    pageReload.hasStoredDrafts = true;
    return true;
  } catch {
    return false;
  }
}

/** Removes and returns the draft that a form had before the reload, or null. Other forms' drafts stay. */
function consumeDraft(formName: string): unknown {
  const drafts = readDrafts();
  const own = drafts.find(([name]) => name === formName);
  if (own === undefined) return null;
  try {
    writeDrafts(drafts.filter((draft) => draft !== own));
    return own[1];
  } catch {
    return null;
  }
}

export interface FormDraft {
  /** Returns the draft as JSON-compatible data, or null if nothing has changed. */
  readonly read: () => unknown;
  /** Fills the form with a draft and a problem. Opens the form first if the user has closed it. */
  readonly reopen: (restored: RestoredDraft) => void;
}

/**
 * Restores a form's draft after the page reloads for an app update.
 * @param formName distinguishes forms at the same path
 * @param read returns the draft, or null if nothing has changed
 * @param fill called with a draft after the first render, and when the form is reopened
 */
export function useStoredDraft(
  formName: string,
  read: () => unknown,
  fill: (restored: RestoredDraft) => void,
): FormDraft {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // The URL identifies the form, because it stays the same after a reload.
  const address = `${pathname}${search}`;
  const name = `${address} ${formName}`;
  const readLatest = useEffectEvent(read);
  const fillLatest = useEffectEvent(fill);
  const fillAfterReload = useEffectEvent((draft: unknown) => {
    fill({ draft, problem: null });
    toasts.show({
      title: "Your input was restored",
      detail: "Environs reloaded to update to a new version.",
    });
  });
  useEffect(() => {
    const draft = consumeDraft(name);
    const pending = pendingDrafts.get(name);
    pendingDrafts.delete(name);
    if (pending !== undefined) fillLatest(pending);
    else if (draft !== null) fillAfterReload(draft);
    draftForms.set(name, { read: () => readLatest(), fill: (restored) => fillLatest(restored) });
    return () => void draftForms.delete(name);
  }, [name]);

  return {
    read: () => draftForms.get(name)?.read() ?? null,
    reopen(restored) {
      const openForm = draftForms.get(name);
      if (openForm !== undefined) return openForm.fill(restored);
      pendingDrafts.set(name, restored);
      void navigate(address);
    },
  };
}

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

interface BackgroundSubmitFailure {
  /** Title of the toast. Must not claim more than is known about the outcome. */
  readonly title: string;
  /** Problem that the reopened form shows. Null when the app reports the error globally. */
  readonly problem: Problem | null;
  readonly draft: unknown;
}

export interface BackgroundSubmit {
  readonly isRouteUnmounted: () => boolean;
  /** Shows a persistent toast that can reopen the form. Works on any page. */
  readonly notifyFailure: (failure: BackgroundSubmitFailure) => void;
}

/** Reports failures of submissions that continue after their form was closed. */
export function useBackgroundSubmit({ reopen }: FormDraft): BackgroundSubmit {
  const isRouteUnmounted = useIsUnmountedRoute();
  return {
    isRouteUnmounted,
    notifyFailure({ title, problem, draft }) {
      toasts.show({
        tone: "danger",
        title,
        detail: formatDetail(title, problem),
        durationMs: Number.POSITIVE_INFINITY,
        action: { label: "Reopen form", onSelect: () => reopen({ draft, problem }) },
      });
    },
  };
}

function formatDetail(title: string, problem: Problem | null): string {
  if (problem === null) return "Your input is kept.";
  return problem.title === title ? problem.detail : `${problem.title}. ${problem.detail}`;
}

import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Problem } from "@/lib/text/problem";
import { useToasts } from "@/ui/feedback/toasts";
import { pageReload } from "@/ui/overlay/use-unsaved-changes";

// In the tab's own storage: what is typed into a form is nobody else's, and goes with the tab.
const STORAGE_KEY = "environs.drafts";

/** A form that can be filled again after a reload. */
interface DraftForm {
  /** What was typed, as JSON can write it; null while nothing was. */
  readonly read: () => unknown;
  readonly fill: (restored: RestoredDraft) => void;
}

/** What a form is filled with again. */
interface RestoredDraft {
  /** What was typed; it may be of an older version. */
  readonly draft: unknown;
  /** Why the form had to be opened again, where it did not simply go with the page. */
  readonly problem: Problem | null;
}

const draftForms = new Map<string, DraftForm>();
/** What waits for its form to be opened again, by the form's name. */
const pendingDrafts = new Map<string, RestoredDraft>();

/** Whether any form on the screen can be filled again. */
export function hasDraftForms(): boolean {
  return draftForms.size > 0;
}

/** Keeps what was typed into all forms for the page's next load. False where the browser keeps nothing. */
export function storeDrafts(): boolean {
  const typedDrafts = [...draftForms]
    .map(([name, { read }]) => [name, read()])
    .filter(([, draft]) => draft !== null);
  try {
    if (typedDrafts.length > 0)
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(typedDrafts)));
    pageReload.keepsDrafts = true;
    return true;
  } catch {
    return false;
  }
}

/** The page stays after all. */
export function discardDrafts(): void {
  pageReload.keepsDrafts = false;
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Takes a form's draft from before the reload; null where there is none. Drafts of other forms stay. */
function consumeDraft(name: string): unknown {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof stored !== "object" || stored === null || !Object.hasOwn(stored, name)) return null;
    const others = Object.entries(stored).filter(([other]) => other !== name);
    if (others.length === 0) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(others)));
    return Reflect.get(stored, name);
  } catch {
    return null;
  }
}

/** What is typed into a form, and the way back into it. */
export interface FormDraft {
  /** What is typed now, as JSON can write it; null while nothing is. */
  readonly read: () => unknown;
  /** Opens the form at its address, also once it was left, with what was typed and why it is open again. */
  readonly reopen: (restored: RestoredDraft) => void;
}

/**
 * Keeps what was typed into a form over a reload of the page, as after a newer version was published.
 * @param form tells forms of one address apart
 * @param read what was typed, as JSON can write it; null while nothing was
 * @param fill called with what was typed: once after the first drawing, where that was before the reload, and when the
 * form is opened again
 */
export function useStoredDraft(
  formName: string,
  read: () => unknown,
  fill: (restored: RestoredDraft) => void,
): FormDraft {
  const toasts = useToasts();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // The address names the form: it is there again after a reload.
  const address = `${pathname}${search}`;
  const name = `${address} ${formName}`;
  const readLatest = useEffectEvent(read);
  const fillLatest = useEffectEvent(fill);
  const fillAfterReload = useEffectEvent((draft: unknown) => {
    fill({ draft, problem: null });
    toasts.show({
      title: "What you typed is here again",
      detail: "Environs was loaded anew, because a newer version was published.",
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

import { useEffect, useEffectEvent } from "react";
import { useToasts } from "./toasts";
import { leaving } from "./unsaved-guard";

// In the tab's own storage: what is typed into a form is nobody else's, and goes with the tab.
const STORE = "environs.drafts";

/** A form that can be filled again after a reload. */
interface Draft {
  /** What was typed, as JSON can write it; null while nothing was. */
  readonly read: () => unknown;
}

const drafts = new Map<string, Draft>();

/** Whether any form on the screen can be filled again. */
export function hasDraftForm(): boolean {
  return drafts.size > 0;
}

/** The address names the form: it is there again after a reload. */
function nameOf(form: string): string {
  return `${location.pathname}${location.search} ${form}`;
}

/** Keeps what was typed into all forms for the page's next load. False where the browser keeps nothing. */
export function keepDrafts(): boolean {
  const typed = [...drafts].map(([name, { read }]) => [name, read()]).filter(([, draft]) => draft !== null);
  try {
    if (typed.length > 0) sessionStorage.setItem(STORE, JSON.stringify(Object.fromEntries(typed)));
    leaving.withDrafts = true;
    return true;
  } catch {
    return false;
  }
}

/** The page stays after all. */
export function dropDrafts(): void {
  leaving.withDrafts = false;
  try {
    sessionStorage.removeItem(STORE);
  } catch {
    // Nothing was kept.
  }
}

/** Takes what was typed into a form before the reload; null where there is nothing. It is given once. */
function takeDraft(name: string): unknown {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
    if (typeof kept !== "object" || kept === null || !Object.hasOwn(kept, name)) return null;
    sessionStorage.removeItem(STORE);
    return Reflect.get(kept, name);
  } catch {
    return null;
  }
}

/**
 * Keeps what was typed into a form over a reload of the page, as after a newer version was published.
 * @param form tells forms of one address apart
 * @param read what was typed, as JSON can write it; null while nothing was
 * @param fill called once, after the first drawing, with what was typed before the reload: it may be of an older version
 */
export function useKeptDraft(form: string, read: () => unknown, fill: (draft: unknown) => void): void {
  const toasts = useToasts();
  const readNow = useEffectEvent(read);
  const fillOnce = useEffectEvent((draft: unknown) => {
    fill(draft);
    toasts.show({
      title: "What you typed is here again",
      detail: "Environs was loaded anew, because a newer version was published.",
    });
  });
  useEffect(() => {
    const name = nameOf(form);
    const draft = takeDraft(name);
    if (draft !== null) fillOnce(draft);
    drafts.set(name, { read: () => readNow() });
    return () => void drafts.delete(name);
  }, [form]);
}

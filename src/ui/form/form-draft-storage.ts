import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Problem } from "@/lib/text/problem";
import { useToasts } from "@/ui/feedback/toasts";
import { leaving } from "@/ui/overlay/use-unsaved-changes";

// In the tab's own storage: what is typed into a form is nobody else's, and goes with the tab.
const STORE = "environs.drafts";

/** A form that can be filled again after a reload. */
interface Draft {
  /** What was typed, as JSON can write it; null while nothing was. */
  readonly read: () => unknown;
  readonly fill: (back: BackInForm) => void;
}

/** What a form is filled with again. */
interface BackInForm {
  /** What was typed; it may be of an older version. */
  readonly draft: unknown;
  /** Why the form had to be opened again, where it did not simply go with the page. */
  readonly problem: Problem | null;
}

const drafts = new Map<string, Draft>();
/** What waits for its form to be opened again, by the form's name. */
const reopening = new Map<string, BackInForm>();

/** Whether any form on the screen can be filled again. */
export function hasDraftForm(): boolean {
  return drafts.size > 0;
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

/** What is typed into a form, and the way back into it. */
export interface KeptDraft {
  /** What is typed now, as JSON can write it; null while nothing is. */
  readonly read: () => unknown;
  /** Opens the form at its address, also once it was left, with what was typed and why it is open again. */
  readonly reopen: (back: BackInForm) => void;
}

/**
 * Keeps what was typed into a form over a reload of the page, as after a newer version was published.
 * @param form tells forms of one address apart
 * @param read what was typed, as JSON can write it; null while nothing was
 * @param fill called with what was typed: once after the first drawing, where that was before the reload, and when the
 * form is opened again
 */
export function useKeptDraft(form: string, read: () => unknown, fill: (back: BackInForm) => void): KeptDraft {
  const toasts = useToasts();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // The address names the form: it is there again after a reload.
  const address = `${pathname}${search}`;
  const name = `${address} ${form}`;
  const readNow = useEffectEvent(read);
  const fillNow = useEffectEvent(fill);
  const fillOnce = useEffectEvent((draft: unknown) => {
    fill({ draft, problem: null });
    toasts.show({
      title: "What you typed is here again",
      detail: "Environs was loaded anew, because a newer version was published.",
    });
  });
  useEffect(() => {
    const draft = takeDraft(name);
    const back = reopening.get(name);
    reopening.delete(name);
    if (back !== undefined) fillNow(back);
    else if (draft !== null) fillOnce(draft);
    drafts.set(name, { read: () => readNow(), fill: (later) => fillNow(later) });
    return () => void drafts.delete(name);
  }, [name]);

  return {
    read: () => drafts.get(name)?.read() ?? null,
    reopen(back) {
      const open = drafts.get(name);
      if (open !== undefined) return open.fill(back);
      reopening.set(name, back);
      void navigate(address);
    },
  };
}

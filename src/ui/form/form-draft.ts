import type { Problem } from "@/lib/text/problem";
import { pageReload } from "@/ui/overlay/use-unsaved-changes";

// Session storage makes drafts private to the tab.
const STORAGE_KEY = "environs.drafts";

export interface RestoredDraft {
  /** Must be validated, because an older version of the app may have stored it. */
  readonly draft: unknown;
  /**
   * Why the form was reopened. Null after a page reload, or when the app reports the
   * error globally.
   */
  readonly problem: Problem | null;
}

interface OpenForm {
  /** Returns the draft as JSON-compatible data, or null if nothing has changed. */
  readonly read: () => unknown;
  readonly fill: (restored: RestoredDraft) => void;
}

export const openForms = new Map<string, OpenForm>();

type StoredDraft = readonly [formName: string, draft: unknown];

function readDrafts(): readonly StoredDraft[] {
  try {
    return Object.entries(Object(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}")));
  } catch {
    // Storage is blocked, or its content is invalid.
    return [];
  }
}

/** Returns false when the browser blocks storage. */
function writeDrafts(drafts: readonly StoredDraft[]): boolean {
  try {
    if (drafts.length === 0) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(drafts)));
    return true;
  } catch {
    return false;
  }
}

/** Returns stored drafts of forms that haven't been opened since the last reload. */
function readWaitingDrafts(): readonly StoredDraft[] {
  return readDrafts().filter(([name]) => !openForms.has(name));
}

/** Stores the drafts of all forms for the next page load. Returns false when the browser blocks storage. */
export function storeDrafts(): boolean {
  const typedDrafts = [...openForms]
    .map(([name, { read }]): StoredDraft => [name, read()])
    .filter(([, draft]) => draft !== null);
  const isStored = writeDrafts([...readWaitingDrafts(), ...typedDrafts]);
  if (isStored) pageReload.hasStoredDrafts = true;
  return isStored;
}

/** Removes and returns the draft that a form had before the reload, or null. Other forms' drafts stay. */
export function takeDraft(formName: string): unknown {
  const drafts = readDrafts();
  const own = drafts.find(([name]) => name === formName);
  if (own === undefined) return null;
  return writeDrafts(drafts.filter((draft) => draft !== own)) ? own[1] : null;
}

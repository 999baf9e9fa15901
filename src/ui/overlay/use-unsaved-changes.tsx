import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import { useBlocker } from "react-router-dom";
import type { Problem } from "@/lib/text/problem";
import { useConfirm } from "./confirm";

// Session storage makes drafts private to the tab.
const STORAGE_KEY = "environs.drafts";

export interface RestoredDraft {
  /** Must be validated, because an older version of the app may have stored it. */
  readonly draft: unknown;
  /** Why the form was reopened. Null after a page reload, or when the app reports the error globally. */
  readonly problem: Problem | null;
}

interface OpenForm {
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

/** Stores the drafts of all forms for the next page load. Returns false when the browser blocks storage. */
export function storeDrafts(): boolean {
  const typedDrafts = [...openForms]
    .map(([name, { read }]): StoredDraft => [name, read()])
    .filter(([, draft]) => draft !== null);
  // Forms that haven't been opened since the last reload.
  const waitingDrafts = readDrafts().filter(([name]) => !openForms.has(name));
  const isStored = writeDrafts([...waitingDrafts, ...typedDrafts]);
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

/** Forms with unsaved changes that ask for confirmation before the user navigates. */
const blockingForms = new Set<string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setBlocking(token: string, isBlocking: boolean): void {
  blockingForms[isBlocking ? "add" : "delete"](token);
  for (const listener of listeners) listener();
}

/** Other forms with unsaved changes, which ask by themselves, and don't navigate. */
const otherForms = new Set<string>();

export function hasUnsavedForms(): boolean {
  return hasBlockingForms() || otherForms.size > 0;
}

export function hasBlockingForms(): boolean {
  return blockingForms.size > 0;
}

/** Lets the user navigate after agreeing to discard changes. */
export function discardUnsavedChanges(): void {
  for (const token of blockingForms) setBlocking(token, false);
}

export const DISCARD_CONFIRMATION = {
  title: "Discard changes?",
  body: "Your changes haven't been saved.",
  confirmLabel: "Discard changes",
  cancelLabel: "Keep editing",
  tone: "danger",
} as const;

/** Set just before a page reload. Suppresses the prompt of forms whose draft survives. */
export const pageReload = { hasStoredDrafts: false };

/** Counts a form that asks for confirmation by itself, and doesn't navigate. */
export function useUnsavedForm(isDirty: boolean): void {
  const token = useId();
  useEffect(() => {
    if (!isDirty) return;
    otherForms.add(token);
    return () => void otherForms.delete(token);
  }, [isDirty, token]);
}

/** Asks before the user navigates away from a form with unsaved changes, also through Back. Rendered once, by the shell. */
export function LeaveConfirmation() {
  // Without changes, the router would warn about each change of the hash.
  return useSyncExternalStore(subscribe, hasBlockingForms) && <NavigationBlocker />;
}

function NavigationBlocker() {
  const confirm = useConfirm();
  const blocker = useBlocker(hasBlockingForms);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let isCurrent = true;
    const ask = async () => {
      const isConfirmed = await confirm(DISCARD_CONFIRMATION);
      // Another navigation was blocked in the meantime, and asks itself.
      if (!isCurrent) return;
      if (!isConfirmed) return blocker.reset();
      discardUnsavedChanges();
      blocker.proceed();
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [blocker, confirm]);
  return null;
}

/** Asks before leaving the page or tab. Returns a function that allows navigation. A stored draft survives a reload. */
export function useUnsavedChanges(isDirty: boolean, isDraftStored = false): () => void {
  const token = useId();
  const isReleased = useRef(false);

  useEffect(() => {
    if (!isDirty || isReleased.current) return;
    setBlocking(token, true);
    const handleBeforeUnload = (event: BeforeUnloadEvent) => {
      if (blockingForms.has(token) && !(isDraftStored && pageReload.hasStoredDrafts)) event.preventDefault();
    };
    window.addEventListener("beforeunload", handleBeforeUnload);
    return () => {
      setBlocking(token, false);
      window.removeEventListener("beforeunload", handleBeforeUnload);
    };
  }, [isDirty, isDraftStored, token]);

  return () => {
    isReleased.current = true;
    setBlocking(token, false);
  };
}

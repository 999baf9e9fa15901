import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { useBlocker } from "react-router-dom";
import { useConfirm } from "./confirm";

/** Tracks forms with unsaved changes. The router asks for confirmation before leaving them. */
export interface UnsavedChangesRegistry {
  add(token: string): void;
  remove(token: string): void;
  hasUnsavedChanges(): boolean;
  subscribe(onChange: () => void): () => void;
  /** Removes all forms. Called when the user agrees to discard changes. */
  clear(): void;
}

export function createUnsavedChangesRegistry(): UnsavedChangesRegistry {
  const tokens = new Set<string>();
  const listeners = new Set<() => void>();
  const notifying =
    <Input extends readonly unknown[]>(change: (...input: Input) => unknown) =>
    (...input: Input) => {
      change(...input);
      for (const listener of listeners) listener();
    };
  return {
    add: notifying((token) => tokens.add(token)),
    remove: notifying((token) => tokens.delete(token)),
    clear: notifying(() => tokens.clear()),
    hasUnsavedChanges: () => tokens.size > 0,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

export const DISCARD_CONFIRMATION = {
  title: "Discard changes?",
  body: "Your changes haven't been saved.",
  confirmLabel: "Discard changes",
  cancelLabel: "Keep editing",
  tone: "danger",
} as const;

/**
 * Set just before a page reload if the drafts are stored. Suppresses the unsaved-changes prompt of
 * forms whose draft survives the reload.
 */
export const pageReload = { hasStoredDrafts: false };

/** Forms with unsaved changes, for code outside the router. */
const unsavedForms = new Set<string>();

/** Whether any form of this tab has unsaved changes. */
export function hasUnsavedForms(): boolean {
  return unsavedForms.size > 0;
}

/** Counts a form that asks for confirmation by itself, and doesn't navigate. */
export function useUnsavedForm(isDirty: boolean): void {
  const token = useId();
  useEffect(() => {
    if (!isDirty) return;
    unsavedForms.add(token);
    return () => void unsavedForms.delete(token);
  }, [isDirty, token]);
}

const UnsavedChangesContext = createContext<UnsavedChangesRegistry>(createUnsavedChangesRegistry());

export function UnsavedChangesProvider(props: {
  readonly registry: UnsavedChangesRegistry;
  readonly children: ReactNode;
}) {
  return <UnsavedChangesContext value={props.registry}>{props.children}</UnsavedChangesContext>;
}

/** Returns the registry. For components that close forms without navigation. */
export function useUnsavedChangesRegistry(): UnsavedChangesRegistry {
  return use(UnsavedChangesContext);
}

/** Asks before the user navigates away from a form with unsaved changes, also through Back. Rendered once, by the shell. */
export function LeaveConfirmation() {
  const registry = use(UnsavedChangesContext);
  const hasChanges = useSyncExternalStore(registry.subscribe, registry.hasUnsavedChanges);
  return hasChanges && <NavigationBlocker registry={registry} />;
}

function NavigationBlocker({ registry }: { readonly registry: UnsavedChangesRegistry }) {
  const confirm = useConfirm();
  const blocker = useBlocker(() => registry.hasUnsavedChanges());
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let isCurrent = true;
    const ask = async () => {
      const isConfirmed = await confirm(DISCARD_CONFIRMATION);
      // Another navigation was blocked in the meantime, and asks itself.
      if (!isCurrent) return;
      if (!isConfirmed) return blocker.reset();
      registry.clear();
      blocker.proceed();
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [blocker, confirm, registry]);
  return null;
}

/**
 * Asks for confirmation before leaving the page or tab while `isDirty`. Call `allowNavigation()` after saving and
 * before navigating.
 * @param isDraftStored whether the input survives a page reload
 */
export function useUnsavedChanges(
  isDirty: boolean,
  isDraftStored = false,
): { readonly allowNavigation: () => void } {
  const registry = use(UnsavedChangesContext);
  const token = useId();
  const isReleased = useRef(false);

  useEffect(() => {
    if (!isDirty || isReleased.current) return;
    registry.add(token);
    unsavedForms.add(token);
    const handleBeforeUnload = (event: BeforeUnloadEvent) => {
      if (registry.hasUnsavedChanges() && !(isDraftStored && pageReload.hasStoredDrafts))
        event.preventDefault();
    };
    window.addEventListener("beforeunload", handleBeforeUnload);
    return () => {
      registry.remove(token);
      unsavedForms.delete(token);
      window.removeEventListener("beforeunload", handleBeforeUnload);
    };
  }, [isDirty, isDraftStored, registry, token]);

  return useMemo(
    () => ({
      allowNavigation: () => {
        isReleased.current = true;
        registry.remove(token);
        unsavedForms.delete(token);
      },
    }),
    [registry, token],
  );
}

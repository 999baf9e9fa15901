import { createContext, type ReactNode, use, useEffect, useId, useMemo, useRef } from "react";

/** Remembers which forms on the screen hold changes nobody saved yet. The router asks it before it leaves. */
export interface UnsavedChangesRegistry {
  add(token: string): void;
  remove(token: string): void;
  /** True while some form has unsaved changes. */
  hasUnsavedChanges(): boolean;
  /** Lets go of everything, once the person said so. */
  clear(): void;
}

/** Makes an empty registry. */
export function createUnsavedChangesRegistry(): UnsavedChangesRegistry {
  const tokens = new Set<string>();
  return {
    add: (token) => void tokens.add(token),
    remove: (token) => void tokens.delete(token),
    hasUnsavedChanges: () => tokens.size > 0,
    clear: () => tokens.clear(),
  };
}

/** The question before something typed is given up. */
export const DISCARD_CONFIRMATION = {
  title: "Discard changes?",
  body: "Your changes haven't been saved.",
  confirmLabel: "Discard changes",
  cancelLabel: "Keep editing",
  tone: "danger",
} as const;

/** Whether the page is about to load itself anew, with the drafts of the forms that keep theirs. */
export const pageReload = { keepsDrafts: false };

const UnsavedChangesContext = createContext<UnsavedChangesRegistry>(createUnsavedChangesRegistry());

/** Gives the forms below the registry that the router watches. */
export function UnsavedChangesProvider(props: {
  readonly registry: UnsavedChangesRegistry;
  readonly children: ReactNode;
}) {
  return <UnsavedChangesContext value={props.registry}>{props.children}</UnsavedChangesContext>;
}

/** The registry of the forms on the screen: for what takes them away other than by an address. */
export function useUnsavedChangesRegistry(): UnsavedChangesRegistry {
  return use(UnsavedChangesContext);
}

/**
 * Asks before the page or the tab is left while `dirty`.
 * `release()` lets the next navigation through at once: call it right after a save, before navigating.
 * @param keepsDraft whether what is typed is there again after the page has loaded itself anew
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
    const handleBeforeUnload = (event: BeforeUnloadEvent) => {
      if (registry.hasUnsavedChanges() && !(isDraftStored && pageReload.keepsDrafts)) event.preventDefault();
    };
    window.addEventListener("beforeunload", handleBeforeUnload);
    return () => {
      registry.remove(token);
      window.removeEventListener("beforeunload", handleBeforeUnload);
    };
  }, [isDirty, isDraftStored, registry, token]);

  return useMemo(
    () => ({
      allowNavigation: () => {
        isReleased.current = true;
        registry.remove(token);
      },
    }),
    [registry, token],
  );
}

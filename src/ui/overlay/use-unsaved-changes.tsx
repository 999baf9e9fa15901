import { createContext, type ReactNode, use, useEffect, useId, useMemo, useRef } from "react";

/** Remembers which forms on the screen hold changes nobody saved yet. The router asks it before it leaves. */
export interface UnsavedRegistry {
  hold(token: string): void;
  release(token: string): void;
  /** True while some form has unsaved changes. */
  isHeld(): boolean;
  /** Lets go of everything, once the person said so. */
  clear(): void;
}

/** Makes an empty registry. */
export function createUnsavedRegistry(): UnsavedRegistry {
  const tokens = new Set<string>();
  return {
    hold: (token) => void tokens.add(token),
    release: (token) => void tokens.delete(token),
    isHeld: () => tokens.size > 0,
    clear: () => tokens.clear(),
  };
}

/** The question before something typed is given up. */
export const DISCARD = {
  title: "Discard your changes?",
  body: "What you typed here has not been saved.",
  confirmLabel: "Discard changes",
  cancelLabel: "Keep editing",
  tone: "danger",
} as const;

/** Whether the page is about to load itself anew, with the drafts of the forms that keep theirs. */
export const leaving = { withDrafts: false };

const UnsavedContext = createContext<UnsavedRegistry>(createUnsavedRegistry());

/** Gives the forms below the registry that the router watches. */
export function UnsavedProvider(props: { readonly registry: UnsavedRegistry; readonly children: ReactNode }) {
  return <UnsavedContext value={props.registry}>{props.children}</UnsavedContext>;
}

/** The registry of the forms on the screen: for what takes them away other than by an address. */
export function useUnsavedRegistry(): UnsavedRegistry {
  return use(UnsavedContext);
}

/**
 * Asks before the page or the tab is left while `dirty`.
 * `release()` lets the next navigation through at once: call it right after a save, before navigating.
 * @param keepsDraft whether what is typed is there again after the page has loaded itself anew
 */
export function useUnsavedGuard(dirty: boolean, keepsDraft = false): { readonly release: () => void } {
  const registry = use(UnsavedContext);
  const token = useId();
  const released = useRef(false);

  useEffect(() => {
    if (!dirty || released.current) return;
    registry.hold(token);
    const warn = (event: BeforeUnloadEvent) => {
      if (registry.isHeld() && !(keepsDraft && leaving.withDrafts)) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => {
      registry.release(token);
      window.removeEventListener("beforeunload", warn);
    };
  }, [dirty, keepsDraft, registry, token]);

  return useMemo(
    () => ({
      release: () => {
        released.current = true;
        registry.release(token);
      },
    }),
    [registry, token],
  );
}

import { useEffect, useLayoutEffect, useRef } from "react";
import { createPath, useLocation, useNavigate } from "react-router-dom";
import { destinationPath, listDestinations } from "@/app/pages";
import { isModalOpen } from "@/app/tour/tour";
import { readStored, writeStored } from "@/data/browser-storage/local-storage";
import { isTypingTarget } from "@/ui/hooks/typing-target";

/** Opens the list of shortcuts. */
export const HELP_KEYS = "?";

/** Maximum time between the two keys of a pair such as `g s`. */
const PAIR_TIMEOUT_MS = 1_200;

/** Returns a function that navigates as a link does. Opening the current URL adds no history entry. */
export function useGoTo(): (to: string) => void {
  const navigate = useNavigate();
  const currentPath = createPath(useLocation());
  return (to) => void navigate(to, { replace: to === currentPath });
}

export function useShortcuts(
  projectId: string | null,
  handlers: Readonly<Record<"openPalette" | "showShortcuts" | "undoLast", () => void>>,
): void {
  const goTo = useGoTo();
  const latest = useRef({ projectId, goTo, ...handlers });
  useLayoutEffect(() => {
    latest.current = { projectId, goTo, ...handlers };
  });

  useEffect(applySingleKeysAttribute, []);
  // Layout effects, so that the shortcuts work as soon as the page is visible.
  useLayoutEffect(() => {
    const listKeyed = () => listDestinations(latest.current.projectId, false).filter(({ keys }) => keys);
    const keyReader = createKeySequenceReader(
      () => new Set([HELP_KEYS, ...listKeyed().map(({ keys = "" }) => keys)]),
    );
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const current = latest.current;
      // With Shift or Alt, Ctrl+K and ⌘K are browser shortcuts.
      if ((event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey) {
        const key = event.key.toLowerCase();
        const act =
          key === "k"
            ? current.openPalette
            : key === "enter"
              ? () => runPreview(event.target)
              : key === "z" && current.projectId !== null && isOutsideText(event.target)
                ? current.undoLast
                : undefined;
        if (act) event.preventDefault();
        if (key === "k" || !event.repeat) act?.();
        return;
      }
      if (!isShortcutPress(event)) return;
      if (event.key === "/") {
        event.preventDefault();
        const searchField = document.querySelector<HTMLInputElement>("main [data-search-field]");
        searchField?.focus();
        searchField?.select();
        // Lists the filters of an empty field.
        searchField?.click();
        return searchField === null ? current.openPalette() : undefined;
      }
      forwardToCurrentRow(event);
      const sequence = keyReader.read(event.key, event.timeStamp);
      if (sequence === null || sequence === "waiting") return;
      event.preventDefault();
      if (sequence.keys === HELP_KEYS) return current.showShortcuts();
      const destination = listKeyed().find(({ keys }) => keys === sequence.keys);
      if (destination) current.goTo(destinationPath(destination, current.projectId));
    };
    // Rows have their own keys, such as e and j. After `g`, these keys complete a pair instead.
    const handleKeyDownCapture = (event: KeyboardEvent) => {
      if (!isShortcutPress(event) || !keyReader.isSecondKey(event.key, event.timeStamp)) return;
      event.stopPropagation();
      handleKeyDown(event);
    };
    window.addEventListener("keydown", handleKeyDown);
    // On the document, so that an overlay that is loading can hold keys on the window first.
    document.addEventListener("keydown", handleKeyDownCapture, { capture: true });
    return () => {
      window.removeEventListener("keydown", handleKeyDown);
      document.removeEventListener("keydown", handleKeyDownCapture, { capture: true });
    };
  }, []);
}

/** Presses the button that runs the preview in the focused dialog, or on the page. */
function runPreview(target: EventTarget | null): void {
  const dialog = target instanceof Element ? target.closest("[role=dialog]") : null;
  const preview = dialog ?? (isModalOpen() ? null : document.querySelector("main"));
  const button = preview?.querySelector<HTMLElement>("[data-run]");
  // Focus shows the reason of a disabled button.
  button?.focus();
  button?.click();
}

function isOutsideText(target: EventTarget | null): boolean {
  return !isTypingTarget(target) && !isModalOpen();
}

/**
 * Whether a key press may be a shortcut. Ignores repeats of a held key, keys in text fields and dialogs, and keys behind
 * a modal dialog.
 */
function isShortcutPress(event: KeyboardEvent): boolean {
  const { target } = event;
  const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.repeat;
  const isTextEntry =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=dialog]") !== null);
  return isPlain && !isTextEntry && areSingleKeysEnabled() && !isModalOpen();
}

/**
 * Forwards j, k and x to the list's current row, so that they work without focusing the list first. The first j or k
 * only focuses the row.
 */
function forwardToCurrentRow({ key, shiftKey, target }: KeyboardEvent): void {
  const row = document.querySelector<HTMLElement>('main [data-row-focus]:not([tabindex="-1"])');
  // Rows handle these keys themselves.
  if (!/^[jkx]$/i.test(key) || !row || (target as Element).closest("tbody, [role=menu]")) return;
  row.focus();
  if (/x/i.test(key)) row.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true }));
}

const SINGLE_KEYS_STORAGE_KEY = "environs.single-keys";

/** Whether single-key shortcuts are on. WCAG 2.1.4 requires a way to turn them off. */
export function areSingleKeysEnabled(): boolean {
  return readStored(SINGLE_KEYS_STORAGE_KEY) !== "off";
}

/** Hides shortcut hints when single-key shortcuts are off. */
function applySingleKeysAttribute(): void {
  document.documentElement.dataset["singleKeys"] = areSingleKeysEnabled() ? "on" : "off";
}

export function setSingleKeysEnabled(enabled: boolean): void {
  writeStored(SINGLE_KEYS_STORAGE_KEY, enabled ? null : "off");
  applySingleKeysAttribute();
}

/** Creates a reader for single keys and pairs of keys. */
export function createKeySequenceReader(getKnownKeys: () => ReadonlySet<string>) {
  let pending = { key: "", timeMs: 0 };

  function matchPair(key: string, timeMs: number): string | null {
    const pair = `${pending.key} ${key}`;
    const isInTime = timeMs - pending.timeMs <= PAIR_TIMEOUT_MS;
    return pending.key !== "" && isInTime && getKnownKeys().has(pair) ? pair : null;
  }

  /** Returns the recognized keys, `waiting` after the first key of a pair, or null for other keys. */
  function read(key: string, timeMs: number): { readonly keys: string } | "waiting" | null {
    const pair = matchPair(key, timeMs);
    pending = { key: "", timeMs: 0 };
    if (pair !== null) return { keys: pair };
    const known = [...getKnownKeys()];
    if (known.includes(key)) return { keys: key };
    if (!known.some((keys) => keys.startsWith(`${key} `))) return null;
    pending = { key, timeMs };
    return "waiting";
  }

  return { read, isSecondKey: (key: string, timeMs: number) => matchPair(key, timeMs) !== null };
}

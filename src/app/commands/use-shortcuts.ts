import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { createPath, useLocation, useNavigate } from "react-router-dom";
import { destinationPath, listDestinations } from "@/app/pages";
import { isModalOpen } from "@/app/tour/tour";
import { readStored, writeStored } from "@/data/browser-storage/local-storage";
import { isTypingTarget } from "@/ui/hooks/restore-focus";

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
  const keyed = listDestinations(projectId, false).filter(({ keys }) => keys !== undefined);
  const [keyReader] = useState(createKeySequenceReader);
  const knownKeys = new Set([HELP_KEYS, ...keyed.map(({ keys = "" }) => keys)]);

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    // With Shift or Alt, Ctrl+K and ⌘K are browser shortcuts.
    if ((event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey) {
      const key = event.key.toLowerCase();
      const canUndo = projectId !== null && isOutsideText(event.target);
      const act = {
        k: handlers.openPalette,
        enter: () => runPreview(event.target),
        z: canUndo ? handlers.undoLast : undefined,
      }[key];
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
      return searchField === null ? handlers.openPalette() : undefined;
    }
    forwardToCurrentRow(event);
    const pressedKeys = keyReader.read(event, knownKeys);
    if (pressedKeys === null) return;
    event.preventDefault();
    if (pressedKeys === HELP_KEYS) return handlers.showShortcuts();
    const destination = keyed.find(({ keys }) => keys === pressedKeys);
    if (destination) goTo(destinationPath(destination, projectId));
  });
  // Rows have their own keys, such as e and j. After `g`, these keys complete a pair instead.
  const handleKeyDownCapture = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcutPress(event) || !keyReader.isSecondKey(event, knownKeys)) return;
    event.stopPropagation();
    handleKeyDown(event);
  });

  useEffect(applySingleKeysAttribute, []);
  // Layout effects, so that the shortcuts work as soon as the page is visible.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener("keydown", (event) => handleKeyDown(event), { signal });
    // On the document, so that an overlay that is loading can hold keys on the window first.
    document.addEventListener("keydown", (event) => handleKeyDownCapture(event), { signal, capture: true });
    return () => controller.abort();
  }, []);
}

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

/** Ignores repeats of a held key, keys in text fields and dialogs, and keys behind a modal dialog. */
function isShortcutPress(event: KeyboardEvent): boolean {
  const { target } = event;
  const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.repeat;
  const isTextEntry =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=dialog]") !== null);
  return isPlain && !isTextEntry && areSingleKeysEnabled() && !isModalOpen();
}

/** Lets j, k and x work without focusing the list first. The first j or k only focuses the row. */
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

function applySingleKeysAttribute(): void {
  document.documentElement.dataset["singleKeys"] = areSingleKeysEnabled() ? "on" : "off";
}

export function setSingleKeysEnabled(enabled: boolean): void {
  writeStored(SINGLE_KEYS_STORAGE_KEY, enabled ? null : "off");
  applySingleKeysAttribute();
}

type KeyPress = Pick<KeyboardEvent, "key" | "timeStamp">;
const NO_KEY: KeyPress = { key: "", timeStamp: 0 };

export function createKeySequenceReader() {
  let pending = NO_KEY;

  function matchPair({ key, timeStamp }: KeyPress, known: ReadonlySet<string>): string | null {
    const pair = `${pending.key} ${key}`;
    const isInTime = timeStamp - pending.timeStamp <= PAIR_TIMEOUT_MS;
    return pending.key !== "" && isInTime && known.has(pair) ? pair : null;
  }

  /** Returns the recognized keys, or null, also after the first key of a pair. */
  function read(press: KeyPress, known: ReadonlySet<string>): string | null {
    const keys = matchPair(press, known) ?? (known.has(press.key) ? press.key : null);
    const isFirstKey = [...known].some((each) => each.startsWith(`${press.key} `));
    pending = keys === null && isFirstKey ? press : NO_KEY;
    return keys;
  }

  return {
    read,
    isSecondKey: (press: KeyPress, known: ReadonlySet<string>) => matchPair(press, known) !== null,
  };
}

import { useEffect, useLayoutEffect, useRef } from "react";
import { type Destination, destinationPath, listDestinations } from "@/app/pages";
import { applySingleKeysAttribute, areSingleKeysEnabled } from "@/app/settings/preferences";
import { isModalOpen } from "@/app/tour/tour";
import { createKeySequenceReader, HELP_KEYS, isTextEntryTarget } from "./key-sequence";
import { useGoTo } from "./use-go-to";

interface ShortcutHandlers {
  readonly openPalette: () => void;
  readonly showShortcuts: () => void;
}

/** Whether a key press may be a shortcut. Ignores repeats of a held key, and keys behind a modal dialog. */
function isShortcutPress(event: KeyboardEvent): boolean {
  const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.repeat;
  return isPlain && !isTextEntryTarget(event.target) && areSingleKeysEnabled() && !isModalOpen();
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

/** Returns what keys open, by keys. */
function listKeyDestinations(projectId: string | null): ReadonlyMap<string, Destination> {
  return new Map(
    listDestinations(projectId, false).flatMap((each) => (each.keys ? [[each.keys, each]] : [])),
  );
}

export function useShortcuts(projectId: string | null, handlers: ShortcutHandlers): void {
  const goTo = useGoTo();
  const latest = useRef({ projectId, goTo, ...handlers });
  useLayoutEffect(() => {
    latest.current = { projectId, goTo, ...handlers };
  });

  useEffect(applySingleKeysAttribute, []);
  // Layout effects, so that the shortcuts work as soon as the page is visible.
  useLayoutEffect(() => {
    const keyReader = createKeySequenceReader(
      () => new Set([HELP_KEYS, ...listKeyDestinations(latest.current.projectId).keys()]),
    );
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      // With Shift or Alt, Ctrl+K and ⌘K are browser shortcuts.
      const isPlainK = event.key.toLowerCase() === "k" && !event.shiftKey && !event.altKey;
      const isPaletteKey = isPlainK && (event.metaKey || event.ctrlKey);
      if (isPaletteKey) {
        event.preventDefault();
        latest.current.openPalette();
        return;
      }
      if (!isShortcutPress(event)) return;
      if (event.key === "/") {
        event.preventDefault();
        const searchField = document.querySelector<HTMLInputElement>("main [data-search-field]");
        if (searchField === null) return latest.current.openPalette();
        searchField.focus();
        searchField.select();
        return;
      }
      forwardToCurrentRow(event);
      const outcome = keyReader.read(event.key, event.timeStamp);
      if (outcome === null || outcome === "waiting") return;
      event.preventDefault();
      const current = latest.current;
      if (outcome.keys === HELP_KEYS) return current.showShortcuts();
      const destination = listKeyDestinations(current.projectId).get(outcome.keys);
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

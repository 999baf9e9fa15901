import { useEffect, useRef } from "react";
import { applySingleKeysAttribute, areSingleKeysEnabled } from "@/app/settings/preferences";
import { createKeySequenceReader, isTextEntryTarget } from "./key-sequence";
import { getKnownKeys, getShortcutPath, HELP_KEYS } from "./shortcuts";
import { useGoTo } from "./use-go-to";

interface ShortcutHandlers {
  readonly openPalette: () => void;
  readonly showShortcuts: () => void;
}

/** Whether a press may be a shortcut of single keys. One that is held down is one press. */
function isShortcutPress(event: KeyboardEvent): boolean {
  const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.repeat;
  return isPlain && !isTextEntryTarget(event.target) && areSingleKeysEnabled();
}

/** Listens to the keyboard for the keys that lead somewhere, and for the palette's. */
export function useShortcuts(projectId: string | null, handlers: ShortcutHandlers): void {
  const goTo = useGoTo();
  const latest = useRef({ projectId, goTo, ...handlers });
  useEffect(() => {
    latest.current = { projectId, goTo, ...handlers };
  });

  useEffect(applySingleKeysAttribute, []);
  useEffect(() => {
    const keyReader = createKeySequenceReader(() => getKnownKeys(latest.current.projectId));
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      // With Shift or Alt it means something to browsers and keyboards.
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
        // A list has a search of its own; elsewhere the palette is the search.
        const searchField = document.querySelector<HTMLInputElement>("main [data-search-field]");
        if (searchField === null) return latest.current.openPalette();
        searchField.focus();
        searchField.select();
        return;
      }
      const outcome = keyReader.read(event.key, event.timeStamp);
      if (outcome === null || outcome === "waiting") return;
      event.preventDefault();
      const current = latest.current;
      if (outcome.keys === HELP_KEYS) return current.showShortcuts();
      const path = getShortcutPath(outcome.keys, current.projectId);
      if (path !== undefined) current.goTo(path);
    };
    // A row has keys of its own, such as e and j: behind a g they are not meant for it.
    const handleKeyDownCapture = (event: KeyboardEvent) => {
      if (!isShortcutPress(event) || !keyReader.isSecondKey(event.key, event.timeStamp)) return;
      event.stopPropagation();
      handleKeyDown(event);
    };
    window.addEventListener("keydown", handleKeyDown);
    window.addEventListener("keydown", handleKeyDownCapture, { capture: true });
    return () => {
      window.removeEventListener("keydown", handleKeyDown);
      window.removeEventListener("keydown", handleKeyDownCapture, { capture: true });
    };
  }, []);
}

import { useEffect, useRef } from "react";
import { markSingleKeys, singleKeysEnabled } from "@/app/settings/preferences";
import { createKeyReader, isTyping } from "./key-sequence";
import { addressOf, HELP_KEYS, knownKeys } from "./shortcuts";
import { useGoTo } from "./use-go-to";

interface Openers {
  readonly openPalette: () => void;
  readonly showShortcuts: () => void;
}

/** Whether a press may be a shortcut of single keys. One that is held down is one press. */
function isCommand(event: KeyboardEvent): boolean {
  const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.repeat;
  return isPlain && !isTyping(event.target) && singleKeysEnabled();
}

/** Listens to the keyboard for the keys that lead somewhere, and for the palette's. */
export function useShortcuts(projectId: string | null, openers: Openers): void {
  const goTo = useGoTo();
  const latest = useRef({ projectId, goTo, ...openers });
  useEffect(() => {
    latest.current = { projectId, goTo, ...openers };
  });

  useEffect(markSingleKeys, []);
  useEffect(() => {
    const keys = createKeyReader(() => knownKeys(latest.current.projectId));
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      // With Shift or Alt it means something to browsers and keyboards.
      const isPlainK = event.key.toLowerCase() === "k" && !event.shiftKey && !event.altKey;
      const isPaletteKey = isPlainK && (event.metaKey || event.ctrlKey);
      if (isPaletteKey) {
        event.preventDefault();
        latest.current.openPalette();
        return;
      }
      if (!isCommand(event)) return;
      if (event.key === "/") {
        event.preventDefault();
        // A list has a search of its own; elsewhere the palette is the search.
        const field = document.querySelector<HTMLInputElement>("main [data-search-field]");
        if (field === null) return latest.current.openPalette();
        field.focus();
        field.select();
        return;
      }
      const outcome = keys.read(event.key, event.timeStamp);
      if (outcome === null || outcome === "waiting") return;
      event.preventDefault();
      const now = latest.current;
      if (outcome.keys === HELP_KEYS) return now.showShortcuts();
      const address = addressOf(outcome.keys, now.projectId);
      if (address !== undefined) now.goTo(address);
    };
    // A row has keys of its own, such as e and j: behind a g they are not meant for it.
    const onKeyDownFirst = (event: KeyboardEvent) => {
      if (!isCommand(event) || !keys.endsPair(event.key, event.timeStamp)) return;
      event.stopPropagation();
      onKeyDown(event);
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("keydown", onKeyDownFirst, { capture: true });
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("keydown", onKeyDownFirst, { capture: true });
    };
  }, []);
}

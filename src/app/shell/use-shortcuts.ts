import { useEffect, useRef } from "react";
import type { Command } from "../commands";
import { createKeyReader, isTyping } from "../key-sequence";
import { singleKeysEnabled } from "../preferences";

/** Listens to the keyboard for the commands' keys, and for the palette's. */
export function useShortcuts(commands: readonly Command[], openPalette: () => void): void {
  const latest = useRef({ commands, openPalette });
  useEffect(() => {
    latest.current = { commands, openPalette };
  });

  useEffect(() => {
    const readKey = createKeyReader(
      () => new Set(latest.current.commands.flatMap((command) => command.keys ?? [])),
    );
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isPaletteKey = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
      if (isPaletteKey) {
        event.preventDefault();
        latest.current.openPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (!singleKeysEnabled()) return;
      if (event.key === "/") {
        event.preventDefault();
        // A list has a search of its own; elsewhere the palette is the search.
        const field = document.querySelector<HTMLInputElement>("main [data-search-field]");
        if (field === null) return latest.current.openPalette();
        field.focus();
        field.select();
        return;
      }
      const outcome = readKey(event.key, event.timeStamp);
      if (outcome === null || outcome === "waiting") return;
      event.preventDefault();
      latest.current.commands.find((command) => command.keys === outcome.keys)?.run();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

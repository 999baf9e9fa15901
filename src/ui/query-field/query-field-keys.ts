import type { KeyboardEvent } from "react";
import type { CompletionItem, CompletionList } from "./use-completion";

type KeyAction = 1 | -1 | "open" | "close" | "clear" | "leave" | "leave-field" | CompletionItem | null;

/** Returns the action of a key, or null for keys that the browser handles. */
export function getKeyAction(
  { key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent,
  { items, activeIndex }: CompletionList,
  { hasText, isSecondEscape }: { readonly hasText: boolean; readonly isSecondEscape: boolean },
): KeyAction {
  const isOpen = items.length > 0;
  if (ctrlKey && key === " ") return "open";
  if (ctrlKey || altKey || metaKey) return null;
  const selectedItem = activeIndex === null ? undefined : items[activeIndex];
  switch (key) {
    case "ArrowDown":
      return isOpen ? 1 : "open";
    case "ArrowUp":
      return isOpen ? -1 : null;
    case "Enter":
      return selectedItem ?? "leave";
    case "Tab":
      return shiftKey ? null : (selectedItem ?? null);
    case "Escape":
      if (isSecondEscape || !(isOpen || hasText)) return "leave-field";
      return isOpen ? "close" : "clear";
    case "ArrowLeft":
    case "ArrowRight":
    case "Home":
    case "End":
      return "leave";
    default:
      return null;
  }
}

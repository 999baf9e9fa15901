import { useEffect, useState } from "react";

/**
 * Openers of each open dialog, oldest first. An opener is the element that had focus when a dialog
 * opened. Each list includes the openers of dialogs that were already open.
 */
const openDialogs: (readonly Element[])[] = [];

/** Returns the elements that open dialogs have recorded, followed by the focused element. */
function getOpeners(): readonly Element[] {
  // Removed elements can't get focus.
  const openers = [...new Set(openDialogs.flat())].filter((element) => element.isConnected);
  return document.activeElement === null ? openers : [...openers, document.activeElement];
}

/**
 * Records the focused element. Returns a function that restores focus, unless another element has it. A dialog that
 * replaces others restores focus to the opener of the first dialog. Needed by dialogs that mount open, because
 * Mantine restores focus only when `opened` changes.
 */
export function useRestoreFocus(): () => void {
  // The previous dialog is still mounted during the first render, so its openers are available.
  const [openers] = useState(getOpeners);
  useEffect(() => {
    openDialogs.push(openers);
    return () => void openDialogs.splice(openDialogs.lastIndexOf(openers), 1);
  }, [openers]);
  const [restoreFocus] = useState(() => () => {
    // The timer runs after the dialog is removed from the page.
    setTimeout(() => {
      const isFocusLost = document.activeElement === null || document.activeElement === document.body;
      const target = openers.findLast((element) => element.isConnected);
      if (isFocusLost && target instanceof HTMLElement) target.focus({ preventScroll: true });
    });
  });
  return restoreFocus;
}

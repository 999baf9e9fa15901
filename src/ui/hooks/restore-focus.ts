import { useEffect, useLayoutEffect, useRef, useState } from "react";

/**
 * Openers of each open dialog, oldest first. An opener is the element that had focus when a dialog
 * opened. Each list includes the openers of dialogs that were already open.
 */
const openDialogs: (readonly Element[])[] = [];

/** Returns the elements that open dialogs have recorded, followed by the focused element. */
function getOpeners(): readonly Element[] {
  // Removed elements can't get focus.
  const openers = [...new Set(openDialogs.flat())].filter((element) => element.isConnected);
  const focused = document.activeElement;
  return focused === null || focused === document.body ? openers : [...openers, focused];
}

/**
 * Records the focused element. Returns a function that restores focus, unless another element has it. A dialog that
 * replaces others restores focus to the opener of the first dialog. Needed by dialogs that mount open, because
 * Mantine restores focus only when `opened` changes.
 */
export function useRestoreFocus(): () => void {
  const openers = useRef<readonly Element[]>([]);
  // A layout effect runs when a prerendered dialog is shown. The openers of a replaced dialog are
  // removed later, in an effect.
  useLayoutEffect(() => {
    openers.current = getOpeners();
  }, []);
  useEffect(() => {
    const recorded = openers.current;
    openDialogs.push(recorded);
    return () => void openDialogs.splice(openDialogs.lastIndexOf(recorded), 1);
  }, []);
  const [restoreFocus] = useState(() => () => {
    // The timer runs after the dialog is removed from the page.
    setTimeout(() => {
      const isFocusLost = document.activeElement === null || document.activeElement === document.body;
      const target = openers.current.findLast((element) => element.isConnected);
      if (isFocusLost && target instanceof HTMLElement) target.focus({ preventScroll: true });
    });
  });
  return restoreFocus;
}

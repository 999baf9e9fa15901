import { useEffect, useState } from "react";

/** For each open dialog, oldest first: the elements that had focus before it and its predecessors. */
const openDialogs: (readonly Element[])[] = [];

/** Returns the focused element, after those recorded by open dialogs. */
function getOpeners(): readonly Element[] {
  // Removed elements can't be focused.
  const openers = [...new Set(openDialogs.flat())].filter((element) => element.isConnected);
  return document.activeElement === null ? openers : [...openers, document.activeElement];
}

/**
 * Records the focused element and returns a function that restores the focus, unless another element has it.
 * A dialog that replaces others restores the focus to the opener of the first. For dialogs that mount open:
 * Mantine only returns focus when `opened` changes.
 */
export function useRestoreFocus(): () => void {
  // The previous dialog is still mounted during the first render.
  const [openers] = useState(getOpeners);
  useEffect(() => {
    openDialogs.push(openers);
    return () => void openDialogs.splice(openDialogs.lastIndexOf(openers), 1);
  }, [openers]);
  const [restoreFocus] = useState(() => () => {
    // After the dialog is removed from the page.
    setTimeout(() => {
      const isFocusLost = document.activeElement === null || document.activeElement === document.body;
      const target = openers.findLast((element) => element.isConnected);
      if (isFocusLost && target instanceof HTMLElement) target.focus({ preventScroll: true });
    });
  });
  return restoreFocus;
}

import { useEffect, useState } from "react";

/** For each dialog that is open now, oldest first: what had the focus before it, and before those it followed. */
const openDialogs: (readonly Element[])[] = [];

/** What has the focus now, behind what had it before the dialogs that are still there. */
function getOpeners(): readonly Element[] {
  // What has left the page since cannot come back.
  const openers = [...new Set(openDialogs.flat())].filter((element) => element.isConnected);
  return document.activeElement === null ? openers : [...openers, document.activeElement];
}

/**
 * Remembers what has the focus now, and gives a function that gives it back, unless something else took it meanwhile.
 * A dialog that follows others in their place gives it back to what opened the first.
 * For dialogs that arrive opened: Mantine returns the focus only when `opened` changes while mounted.
 */
export function useRestoreFocus(): () => void {
  // The dialog before is still there while this one is rendered first.
  const [openers] = useState(getOpeners);
  useEffect(() => {
    openDialogs.push(openers);
    return () => void openDialogs.splice(openDialogs.lastIndexOf(openers), 1);
  }, [openers]);
  const [restoreFocus] = useState(() => () => {
    // After the closing dialog has left the page and the focus with it.
    setTimeout(() => {
      const isFocusLost = document.activeElement === null || document.activeElement === document.body;
      const target = openers.findLast((element) => element.isConnected);
      if (isFocusLost && target instanceof HTMLElement) target.focus({ preventScroll: true });
    });
  });
  return restoreFocus;
}

import { useEffect, useState } from "react";

/** What had the focus before each dialog that is open now, oldest first. */
const openers: Element[] = [];

/**
 * Remembers what has the focus now, and gives a function that gives it back, unless something else took it meanwhile.
 * A dialog that follows another in its place gives it back to what opened the first.
 * For dialogs that arrive opened: Mantine returns the focus only when `opened` changes while mounted.
 */
export function useFocusBack(): () => void {
  const [opener] = useState(() => document.activeElement);
  // The dialog before is still there while this one is rendered first.
  const [before] = useState(() => [...openers]);
  useEffect(() => {
    if (opener === null) return;
    openers.push(opener);
    return () => void openers.splice(openers.lastIndexOf(opener), 1);
  }, [opener]);
  const [giveBack] = useState(() => () => {
    // After the closing dialog has left the page and the focus with it.
    setTimeout(() => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      const target = [...before, opener].findLast((element) => element?.isConnected);
      if (isFree && target instanceof HTMLElement) target.focus({ preventScroll: true });
    });
  });
  return giveBack;
}

import { useState } from "react";

/**
 * Remembers what has the focus now, and gives a function that gives it back, unless something else took it meanwhile.
 * For dialogs that arrive opened: Mantine returns the focus only when `opened` changes while mounted.
 */
export function useFocusBack(): () => void {
  const [opener] = useState(() => document.activeElement);
  const [giveBack] = useState(() => () => {
    // After the closing dialog has left the page and the focus with it.
    setTimeout(() => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    });
  });
  return giveBack;
}

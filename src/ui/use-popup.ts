import { useEffect, useId, useRef, useState } from "react";

/**
 * What a button opens beside itself: a press elsewhere closes it.
 * @param isThere false while what stands in it is still fetched
 */
export function usePopup(kind: "dialog" | "menu", isThere = true) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return;
      if (!box.current?.contains(target) && !anchor.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    return () => document.removeEventListener("pointerdown", onPointerDown, true);
  }, [isOpen]);

  return {
    isOpen,
    setIsOpen,
    anchor,
    /** Closes it and gives the focus back to the button. */
    close() {
      setIsOpen(false);
      anchor.current?.focus({ preventScroll: true });
    },
    /** For the button. */
    button: {
      ref: anchor,
      "aria-haspopup": kind,
      "aria-expanded": isOpen,
      "aria-controls": isOpen && isThere ? id : undefined,
    },
    /** For what it opens. */
    box: { ref: box, id },
  } as const;
}

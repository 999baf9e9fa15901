import { useEffect, useId, useRef, useState } from "react";

/**
 * What a button opens beside itself: a press elsewhere closes it.
 * @param isThere false while what stands in it is still fetched
 */
export function usePopup(kind: "dialog" | "menu", isContentReady = true) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (box.current?.contains(target) || anchor.current?.contains(target));
    let startedInside = false;
    const handlePointerDown = ({ target }: PointerEvent) => {
      startedInside = isInside(target) === true;
    };
    // Not at the press itself: it may be meant for nothing yet, or be taken back (WCAG 2.5.2).
    const handleClick = ({ target }: MouseEvent) => {
      if (!startedInside && !isInside(target)) setIsOpen(false);
      startedInside = false;
    };
    document.addEventListener("pointerdown", handlePointerDown, true);
    document.addEventListener("click", handleClick, true);
    return () => {
      document.removeEventListener("pointerdown", handlePointerDown, true);
      document.removeEventListener("click", handleClick, true);
    };
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
      "aria-controls": isOpen && isContentReady ? id : undefined,
    },
    /** For what it opens. */
    box: { ref: box, id },
  } as const;
}

import { useEffect, useId, useRef, useState } from "react";

/**
 * Returns the state of a button's popup. The popup closes on a click outside.
 * @param isContentReady false while the content loads
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
    // Closes on click, not on press, so that users can cancel a press (WCAG 2.5.2).
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
    openAt(button: HTMLButtonElement) {
      anchor.current = button;
      setIsOpen(true);
    },
    close() {
      setIsOpen(false);
      anchor.current?.focus({ preventScroll: true });
    },
    button: {
      ref: anchor,
      "aria-haspopup": kind,
      "aria-expanded": isOpen,
      "aria-controls": isOpen && isContentReady ? id : undefined,
    },
    box: { ref: box, id },
  } as const;
}

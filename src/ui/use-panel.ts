import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

/** A panel that a button opens below itself. */
export interface PanelState {
  readonly isOpen: boolean;
  readonly open: () => void;
  /** Closes it and gives the focus back to the button. */
  readonly close: () => void;
  readonly button: RefObject<HTMLButtonElement | null>;
  /** For the panel itself. */
  readonly panel: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly tabIndex: -1;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

/**
 * Opens and closes a panel beside the page: it takes the focus when it is there, and closes by Escape, by a press
 * elsewhere, and when the focus moves on.
 * @param isThere false while what stands in it is still fetched
 */
export function usePanel(isThere = true): PanelState {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ref = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!isOpen || !isThere || !ref.current) return;
    keepInside(ref.current);
    ref.current.focus({ preventScroll: true });
  }, [isOpen, isThere]);
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return;
      if (!ref.current?.contains(target) && !button.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    return () => document.removeEventListener("pointerdown", onPointerDown, true);
  }, [isOpen]);

  function close() {
    setIsOpen(false);
    button.current?.focus({ preventScroll: true });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Only the panel closes, not the drawer or the page behind it.
    event.stopPropagation();
    close();
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget && relatedTarget !== button.current && !currentTarget.contains(relatedTarget))
      setIsOpen(false);
  }

  return {
    isOpen,
    open: () => setIsOpen(true),
    close,
    button,
    panel: { ref, tabIndex: -1, onKeyDown, onBlur },
  };
}

const LEAST_GAP = 8;

/** On a narrow screen a panel can reach beyond the left edge. Not moved by a transform: menus inside it are fixed. */
function keepInside(panel: HTMLElement): void {
  const beyond = LEAST_GAP - panel.getBoundingClientRect().left;
  if (beyond > 0) panel.style.marginRight = `-${beyond}px`;
}

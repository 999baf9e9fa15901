import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { moveBeside } from "@/ui/hooks/popover-position";
import classes from "./tooltip.module.css";

const SHOW_AFTER_MS = 250;
// Long enough to move the pointer from the word onto the hint (WCAG 1.4.13: hoverable).
const HIDE_AFTER_MS = 120;
// A finger neither leaves nor always takes the focus away.
const SHOWN_AFTER_PRESS_MS = 5_000;
const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";

interface HintProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
  /** Makes the children a tab stop, for text that nobody can focus otherwise. */
  readonly focusable?: boolean;
  /** True where the hint only shows the name that the control has anyway: saying it twice helps nobody. */
  readonly isName?: boolean;
  /** Opens on a press as well, by a finger too: for a control that does nothing else. */
  readonly opensOnPress?: boolean;
}

/**
 * A hint on hover and on focus; Escape closes it. It describes the control inside it.
 * Own code instead of Mantine's Tooltip, which costs 18 KB on the first screen.
 */
export function Hint({
  label,
  children,
  focusable = false,
  isName = false,
  opensOnPress = false,
}: HintProps) {
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") setIsOpen(false);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen || isName) return;
    const element = anchor.current;
    const described = focusable ? element : element?.querySelector(FOCUSABLE);
    return described ? describe(described, id) : undefined;
  }, [isOpen, id, focusable, isName]);

  function change(open: boolean, afterMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(open), afterMs);
  }

  // At once: it may lie over what has the focus next.
  function close() {
    clearTimeout(timer.current);
    setIsOpen(false);
  }

  function press() {
    setIsOpen(true);
    change(false, SHOWN_AFTER_PRESS_MS);
  }

  return (
    <span
      ref={anchor}
      className={classes.anchor}
      tabIndex={focusable ? 0 : undefined}
      onPointerEnter={(event) => event.pointerType !== "touch" && change(true, SHOW_AFTER_MS)}
      onPointerLeave={(event) => event.pointerType !== "touch" && change(false, HIDE_AFTER_MS)}
      onFocus={(event) => {
        if (event.target.matches(":focus-visible")) change(true, 0);
      }}
      onBlur={close}
      onPointerDown={(event) => event.pointerType !== "touch" && !opensOnPress && close()}
      onPointerUp={opensOnPress ? press : undefined}
    >
      {children}
      {isOpen && (
        <HintBubble id={id} anchor={anchor} onEnter={() => change(true, 0)}>
          {label}
        </HintBubble>
      )}
    </span>
  );
}

/** Adds a description to an element that may have one; gives the way back. */
function describe(element: Element, id: string): () => void {
  const before = element.getAttribute("aria-describedby");
  element.setAttribute("aria-describedby", before ? `${before} ${id}` : id);
  return () => {
    if (before === null) element.removeAttribute("aria-describedby");
    else element.setAttribute("aria-describedby", before);
  };
}

interface BubbleProps {
  readonly id: string;
  readonly anchor: React.RefObject<HTMLSpanElement | null>;
  readonly onEnter: () => void;
  readonly children: ReactNode;
}

function HintBubble({ id, anchor, onEnter, children }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      if (!anchor.current || !bubble.current) return;
      moveBeside(anchor.current, bubble.current, { side: "top", align: "center" });
      // Out of sight it has nothing to stand beside, and would lie over other things.
      const { top, bottom } = anchor.current.getBoundingClientRect();
      bubble.current.style.visibility = bottom < 0 || top > window.innerHeight ? "hidden" : "";
    };
    place();
    const follow = ({ target }: Event) => {
      // Boxes within the page scroll as well, and most of them without it.
      if (target instanceof Node && target.contains(anchor.current)) place();
    };
    window.addEventListener("scroll", follow, true);
    return () => window.removeEventListener("scroll", follow, true);
  });
  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      className={classes.bubble}
      onPointerEnter={onEnter}
      data-no-print
    >
      {children}
    </div>,
    document.body,
  );
}

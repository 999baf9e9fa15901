import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { positionPopover } from "@/ui/hooks/popover-position";
import classes from "./tooltip.module.css";

const SHOW_DELAY_MS = 250;
// Long enough to move the pointer from the word onto the hint (WCAG 1.4.13: hoverable).
const HIDE_DELAY_MS = 120;
// A finger neither leaves nor always takes the focus away.
const PRESS_DURATION_MS = 5_000;
const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";

interface TooltipProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
  /** Makes the children a tab stop, for text that nobody can focus otherwise. */
  readonly isFocusable?: boolean;
  /** True where the hint only shows the name that the control has anyway: saying it twice helps nobody. */
  readonly isLabel?: boolean;
  /** Opens on a press as well, by a finger too: for a control that does nothing else. */
  readonly opensOnPress?: boolean;
}

/**
 * A hint on hover and on focus; Escape closes it. It describes the control inside it.
 * Own code instead of Mantine's Tooltip, which costs 18 KB on the first screen.
 */
export function Tooltip({
  label,
  children,
  isFocusable = false,
  isLabel = false,
  opensOnPress = false,
}: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") setIsOpen(false);
    };
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen || isLabel) return;
    const element = anchor.current;
    const target = isFocusable ? element : element?.querySelector(FOCUSABLE);
    return target ? addDescription(target, id) : undefined;
  }, [isOpen, id, isFocusable, isLabel]);

  function scheduleOpen(open: boolean, delayMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(open), delayMs);
  }

  // At once: it may lie over what has the focus next.
  function close() {
    clearTimeout(timer.current);
    setIsOpen(false);
  }

  function handlePress() {
    setIsOpen(true);
    scheduleOpen(false, PRESS_DURATION_MS);
  }

  return (
    <span
      ref={anchor}
      className={classes.anchor}
      tabIndex={isFocusable ? 0 : undefined}
      onPointerEnter={(event) => event.pointerType !== "touch" && scheduleOpen(true, SHOW_DELAY_MS)}
      onPointerLeave={(event) => event.pointerType !== "touch" && scheduleOpen(false, HIDE_DELAY_MS)}
      onFocus={(event) => {
        if (event.target.matches(":focus-visible")) scheduleOpen(true, 0);
      }}
      onBlur={close}
      onPointerDown={(event) => event.pointerType !== "touch" && !opensOnPress && close()}
      onPointerUp={opensOnPress ? handlePress : undefined}
    >
      {children}
      {isOpen && (
        <TooltipBubble id={id} anchor={anchor} onEnter={() => scheduleOpen(true, 0)}>
          {label}
        </TooltipBubble>
      )}
    </span>
  );
}

/** Adds a description to an element that may have one; gives the way back. */
function addDescription(element: Element, id: string): () => void {
  const previous = element.getAttribute("aria-describedby");
  element.setAttribute("aria-describedby", previous ? `${previous} ${id}` : id);
  return () => {
    if (previous === null) element.removeAttribute("aria-describedby");
    else element.setAttribute("aria-describedby", previous);
  };
}

interface TooltipBubbleProps {
  readonly id: string;
  readonly anchor: React.RefObject<HTMLSpanElement | null>;
  readonly onEnter: () => void;
  readonly children: ReactNode;
}

function TooltipBubble({ id, anchor, onEnter, children }: TooltipBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const updatePosition = () => {
      if (!anchor.current || !bubble.current) return;
      positionPopover(anchor.current, bubble.current, { side: "top", align: "center" });
      // Out of sight it has nothing to stand beside, and would lie over other things.
      const { top, bottom } = anchor.current.getBoundingClientRect();
      bubble.current.style.visibility = bottom < 0 || top > window.innerHeight ? "hidden" : "";
    };
    updatePosition();
    const handleScroll = ({ target }: Event) => {
      // Boxes within the page scroll as well, and most of them without it.
      if (target instanceof Node && target.contains(anchor.current)) updatePosition();
    };
    window.addEventListener("scroll", handleScroll, true);
    return () => window.removeEventListener("scroll", handleScroll, true);
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

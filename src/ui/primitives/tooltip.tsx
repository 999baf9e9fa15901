import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { boundWait } from "@/lib/time/wait";
import { positionPopover } from "@/ui/hooks/popover-position";
import classes from "./tooltip.module.css";

const SHOW_DELAY_MS = 250;
// Time to move the pointer onto the tooltip (WCAG 1.4.13, hoverable).
const HIDE_DELAY_MS = 120;
// Time until a tooltip closes after a press. Touch input has no hover that could end, and doesn't
// always cause a blur.
const PRESS_DURATION_MS = 5_000;
const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";

interface TooltipProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
  /** Whether to make the children focusable. Needed for plain text. */
  readonly isFocusable?: boolean;
  /** Whether the tooltip repeats the accessible name. If so, it isn't a description. */
  readonly isLabel?: boolean;
  /** Whether a press opens the tooltip. For elements without another action. */
  readonly opensOnPress?: boolean;
}

/**
 * Shows a tooltip for the control inside on hover and focus. Escape closes the tooltip. Mantine's
 * Tooltip would add 18 KB to the first screen.
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
    timer.current = setTimeout(() => setIsOpen(open), boundWait(delayMs, 0));
  }

  // The tooltip closes without a delay, because it may cover the element that gets focus next.
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

/** Adds an ID to `aria-describedby`. Returns a cleanup function. */
export function addDescription(element: Element, id: string): () => void {
  const previous = element.getAttribute("aria-describedby");
  element.setAttribute("aria-describedby", previous ? `${previous} ${id}` : id);
  return () => {
    if (previous === null) element.removeAttribute("aria-describedby");
    else element.setAttribute("aria-describedby", previous);
  };
}

interface TooltipBubbleProps {
  readonly id: string;
  readonly anchor: React.RefObject<HTMLElement | null>;
  readonly onEnter: () => void;
  readonly onLeave?: () => void;
  readonly children: ReactNode;
}

export function TooltipBubble({ id, anchor, onEnter, onLeave, children }: TooltipBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const updatePosition = () => {
      if (!anchor.current || !bubble.current) return;
      positionPopover(anchor.current, bubble.current, { side: "top", align: "center" });
      // Hides the tooltip while its anchor is scrolled out of view.
      const { top, bottom } = anchor.current.getBoundingClientRect();
      bubble.current.style.visibility = bottom < 0 || top > window.innerHeight ? "hidden" : "";
    };
    updatePosition();
    const handleScroll = ({ target }: Event) => {
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
      onPointerLeave={onLeave}
      data-no-print
    >
      {children}
    </div>,
    document.body,
  );
}

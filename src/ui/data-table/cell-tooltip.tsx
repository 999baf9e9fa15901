import { Tooltip } from "@mantine/core";
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { boundWait } from "@/lib/time/wait";

const HOVER_DELAY_MS = 250;
// Gives users time to move the pointer onto the tooltip.
const HIDE_DELAY_MS = 120;
// Long enough that moving through rows by keyboard opens no tooltip.
const FOCUS_DELAY_MS = 600;

interface CellTooltipProps {
  readonly body: RefObject<HTMLElement | null>;
  /** Returns the full text of a cell that shows a shorter form. Otherwise null or undefined. */
  readonly getFullText: (cell: HTMLElement, header: string) => string | null | undefined;
}

interface OpenTooltip {
  readonly anchor: HTMLElement;
  readonly lines: readonly string[];
  readonly control: Element | null;
}

/**
 * Shows a single tooltip for all cells, with the full text of the cell under the pointer, or with
 * the full texts of the focused row.
 */
export function CellTooltip({ body, getFullText }: CellTooltipProps) {
  const id = useId();
  const [open, setOpen] = useState<OpenTooltip | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function schedule(next: OpenTooltip | null, delayMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), boundWait(delayMs, 0));
  }

  function readCell(cell: HTMLElement): string | null {
    const fullText = getFullText(cell, cell.dataset["label"] ?? "");
    if (fullText) return fullText;
    return isTruncated(cell) ? cell.textContent.trim() : null;
  }

  const handleHover = useEffectEvent((target: EventTarget | null) => {
    if (!(target instanceof Element)) return;
    const cell = target.closest<HTMLElement>("td[data-label]");
    if (cell && cell === open?.anchor) return clearTimeout(timer.current);
    const text = cell && readCell(cell);
    schedule(
      text ? { anchor: cell, lines: [text], control: null } : null,
      text ? HOVER_DELAY_MS : HIDE_DELAY_MS,
    );
  });

  const handleFocus = useEffectEvent((target: EventTarget | null) => {
    if (!(target instanceof Element) || !target.matches(":focus-visible")) return;
    const row = target.closest<HTMLElement>("tr");
    if (!row || !target.matches("[data-row-focus]")) return;
    const cells = [...row.querySelectorAll<HTMLElement>("td[data-label]")];
    const lines = cells.flatMap((cell) => {
      const text = readCell(cell);
      return text === null ? [] : [`${cell.dataset["label"]}: ${text}`];
    });
    const anchorCell = row.querySelector<HTMLElement>("[data-narrow=title]") ?? row;
    if (lines.length > 0) schedule({ anchor: anchorCell, lines, control: target }, FOCUS_DELAY_MS);
  });

  const hide = useEffectEvent((delayMs: number) => schedule(null, delayMs));
  // Scrolling closes only an open tooltip. It doesn't cancel a scheduled one, because the table
  // scrolls when a row gets focus.
  const handleScroll = useEffectEvent(() => open && schedule(null, 0));

  useEffect(() => {
    const element = body.current;
    const listeners = new AbortController();
    const { signal } = listeners;
    // Touch devices report a pressed cell as hovered.
    const handlePointer = ({ target, pointerType }: PointerEvent) =>
      pointerType !== "touch" && handleHover(target);
    element?.addEventListener("pointerover", handlePointer, { signal });
    element?.addEventListener("focusin", ({ target }) => handleFocus(target), { signal });
    element?.addEventListener("pointerleave", () => hide(HIDE_DELAY_MS), { signal });
    for (const type of ["pointerdown", "focusout"])
      element?.addEventListener(type, () => hide(0), { signal });
    window.addEventListener("keydown", ({ key }) => key === "Escape" && hide(0), { signal });
    window.addEventListener("scroll", () => handleScroll(), { signal, passive: true });
    return () => {
      clearTimeout(timer.current);
      listeners.abort();
    };
  }, [body]);

  useEffect(() => (open?.control ? addDescription(open.control, id) : undefined), [open, id]);

  if (!open) return null;
  return (
    <Tooltip
      id={id}
      opened
      target={open.anchor}
      label={open.lines.join("\n")}
      onPointerEnter={() => clearTimeout(timer.current)}
      onPointerLeave={() => schedule(null, HIDE_DELAY_MS)}
      data-no-print
    />
  );
}

/** Adds an ID to `aria-describedby`. Returns a cleanup function. */
function addDescription(element: Element, id: string): () => void {
  const previous = element.getAttribute("aria-describedby");
  element.setAttribute("aria-describedby", previous ? `${previous} ${id}` : id);
  return () => {
    if (previous === null) element.removeAttribute("aria-describedby");
    else element.setAttribute("aria-describedby", previous);
  };
}

function isTruncated(cell: HTMLElement): boolean {
  return [cell, ...cell.querySelectorAll<HTMLElement>("*")].some(
    (part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== "visible",
  );
}

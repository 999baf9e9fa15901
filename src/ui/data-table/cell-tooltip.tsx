import { Tooltip } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { boundWait } from "@/lib/time/wait";

const HOVER_DELAY_MS = 250;
// Gives users time to move the pointer onto the tooltip.
const HIDE_DELAY_MS = 120;
// Long enough that moving through rows by keyboard opens no tooltip.
const FOCUS_DELAY_MS = 600;

interface OpenTooltip {
  readonly anchor: HTMLElement;
  readonly lines: readonly string[];
  readonly control: Element | null;
}

/** One tooltip for all cells, with the full text of the cell under the pointer, or of the focused row. */
export function CellTooltip(props: {
  readonly body: RefObject<HTMLElement | null>;
  /** Returns the full text of a cell that shows a shorter form. Otherwise null or undefined. */
  readonly getFullText: (cell: HTMLElement, header: string) => string | null | undefined;
}) {
  const { body, getFullText } = props;
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
    if (text) schedule({ anchor: cell, lines: [text], control: null }, HOVER_DELAY_MS);
    else schedule(null, HIDE_DELAY_MS);
  });

  const handleFocus = useEffectEvent((target: EventTarget | null) => {
    const isRow = target instanceof Element && target.matches("[data-row-focus]:focus-visible");
    const row = isRow && target.closest<HTMLElement>("tr");
    if (!row) return;
    const cells = [...row.querySelectorAll<HTMLElement>("td[data-label]")];
    const lines = cells.flatMap((cell) => {
      const text = readCell(cell);
      return text === null ? [] : [`${cell.dataset["label"]}: ${text}`];
    });
    const anchorCell = row.querySelector<HTMLElement>("[data-narrow=title]") ?? row;
    if (lines.length > 0) schedule({ anchor: anchorCell, lines, control: target }, FOCUS_DELAY_MS);
  });

  const hide = useEffectEvent((delayMs: number) => schedule(null, delayMs));
  useWindowEvent("keydown", ({ key }) => key === "Escape" && schedule(null, 0));
  // Scrolling doesn't cancel a scheduled tooltip, because the table scrolls when a row gets focus.
  useWindowEvent("scroll", () => open && schedule(null, 0), { passive: true });

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

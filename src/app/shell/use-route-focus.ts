import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { isOverList } from "@/lib/url/drawer-location-state";
import { useEntryPlaces } from "@/ui/hooks/scroll-restoration";

/** The page below a possible drawer: opening or closing the drawer is no change of page. */
function pageOf(pathname: string): string {
  return pathname.replace(/\/(new|edit)$/, "");
}

/** The link that stands for what has the focus: itself, or the one of its row. */
function linkOf(element: Element | null): string | null {
  const link = element?.closest("a[href]") ?? element?.closest("tr, li")?.querySelector("a[href]");
  return link?.getAttribute("href") ?? null;
}

function focusLink(href: string | undefined): boolean {
  if (href === undefined) return false;
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`);
  link?.focus({ preventScroll: true });
  return link !== null;
}

/**
 * Moves the focus where the eyes go after a change of page: to the new page's heading, and on Back to the row or link
 * that was left.
 */
export function useRouteFocus(): void {
  const { pathname, key, state } = useLocation();
  const type = useNavigationType();
  const isOver = isOverList(state);
  const goToPlace = useEffectEvent(useEntryPlaces());
  const current = pageOf(pathname);
  const shown = useRef(current);
  const left = useRef(new Map<string, string>());

  useEffect(() => {
    const remember = (event: FocusEvent) => {
      if (!(event.target instanceof Element) || event.target.closest("main") === null) return;
      const href = linkOf(event.target);
      if (href !== null) left.current.set(key, href);
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, [key]);

  useEffect(() => {
    // A drawer over the list changes the address, not the page.
    if (isOver || shown.current === current) return;
    shown.current = current;
    if (type === "POP") goToPlace();
    else window.scrollTo(0, 0);
    // Whoever goes back behind a dialog that stays is still in the dialog.
    if (document.activeElement?.closest("[data-keeps-focus]")) return;
    if (type === "POP" && focusLink(left.current.get(key))) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [current, isOver, key, type]);
}

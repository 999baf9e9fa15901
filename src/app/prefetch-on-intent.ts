import { matchRoutes, type RouteObject } from "react-router-dom";
import type { ActiveSession } from "@/app/connection/session";
import type { AppPage } from "./pages";
import { prefetchPage } from "./router";

// Avoids a request per row when the pointer moves across a list.
const HOVER_INTENT_MS = 80;

/**
 * Returns the closest match of `selector` if it is a link, or the first link in it if it is a table
 * row. A click anywhere in the row opens that link. Returns null without a link to this origin.
 */
function findLink(target: EventTarget | null, selector: string): HTMLAnchorElement | null {
  const element = target instanceof Element ? target.closest(selector) : null;
  const link = element instanceof HTMLTableRowElement ? element.querySelector("a[href]") : element;
  return link instanceof HTMLAnchorElement && link.origin === location.origin ? link : null;
}

/** Loads code and first query of a hovered, focused or pressed link, or of a pressed row. Returns a stop function. */
export function prefetchOnIntent(
  root: HTMLElement,
  routes: RouteObject[],
  getSession: () => ActiveSession,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let intendedLink: HTMLAnchorElement | null = null;

  function prefetch(href: string): void {
    const url = new URL(href);
    for (const { route, params } of matchRoutes(routes, url) ?? []) {
      const page: AppPage | undefined = route.handle;
      if (page === undefined) continue;
      page.load().catch(() => undefined);
      prefetchPage(page, getSession(), params, url.searchParams);
    }
  }

  const handleIntent = ({ target }: Event) => {
    const link = findLink(target, "a[href]");
    if (link === intendedLink) return;
    intendedLink = link;
    clearTimeout(timer);
    if (link) timer = setTimeout(() => prefetch(link.href), HOVER_INTENT_MS);
  };
  // Touchscreens have no hover, so the page starts to load on press, before the click.
  const handlePress = ({ target }: Event) => {
    clearTimeout(timer);
    const link = findLink(target, "a[href], button, input, tr[data-opens]");
    if (link) prefetch(link.href);
  };
  const controller = new AbortController();
  const options = { passive: true, signal: controller.signal };
  root.addEventListener("pointerover", handleIntent, options);
  root.addEventListener("focusin", handleIntent, options);
  root.addEventListener("pointerdown", handlePress, options);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

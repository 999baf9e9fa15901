import type { QueryClient } from "@tanstack/react-query";
import { NavigationType } from "react-router-dom";
import type { Client } from "@/http/client";
import { preload } from "./preload";
import type { PrerenderedPage } from "./prerendered-page";
import { findDrawer, findLoadedPage, routes } from "./route-table";

// Avoids a request per row when the pointer moves across a list.
const HOVER_INTENT_MS = 80;
/**
 * Prerendering needs no request and takes longer, so it starts earlier. Drawers are prerendered
 * immediately, because most pages have few links to them outside of rows.
 */
const PRERENDER_INTENT_MS = 30;
/** A page that isn't opened within this time is discarded, because its times and data would be outdated. */
const MAX_PRERENDER_AGE_MS = 10_000;

/**
 * Returns the closest match of `selector` if it is a link, or the first link in it if it is a table
 * row. A click anywhere in the row opens that link. Returns null without a link to this origin.
 */
function findLink(target: EventTarget | null, selector: string): HTMLAnchorElement | null {
  const element = target instanceof Element ? target.closest(selector) : null;
  const link = element instanceof HTMLTableRowElement ? element.querySelector("a[href]") : element;
  return link instanceof HTMLAnchorElement && link.origin === location.origin ? link : null;
}

/** Pages of rows aren't prerendered, because the pointer often moves across many rows. */
function shouldPrerender(link: HTMLAnchorElement): boolean {
  return (
    link.closest("nav") !== null ||
    (findDrawer(new URL(link.href)) !== undefined && link.closest("tr") === null)
  );
}

/**
 * Preloads the target of a hovered, focused or pressed link, or of a pressed row. Returns a cleanup function.
 * @param onPrerender called with the page or drawer to prerender, and with null when the pointer or
 * focus leaves its link
 */
export function watchIntent(
  root: HTMLElement,
  client: Client,
  queryClient: QueryClient,
  onPrerender: (page: PrerenderedPage | null) => void,
): () => void {
  let preloadTimer: ReturnType<typeof setTimeout> | undefined;
  let prerenderTimer: ReturnType<typeof setTimeout> | undefined;
  let intendedLink: HTMLAnchorElement | null = null;
  let prerenderedLink: HTMLAnchorElement | null = null;
  function prerender(link: HTMLAnchorElement | null): void {
    clearTimeout(prerenderTimer);
    if (link === prerenderedLink) return;
    prerenderedLink = link;
    onPrerender(link && createPrerenderedPage(new URL(link.href), new URL(location.href)));
    if (link) prerenderTimer = setTimeout(() => prerender(null), MAX_PRERENDER_AGE_MS);
  }
  const handleIntent = ({ target }: Event) => {
    const link = findLink(target, "a[href]");
    if (link === intendedLink) return;
    intendedLink = link;
    clearTimeout(preloadTimer);
    clearTimeout(prerenderTimer);
    if (link)
      preloadTimer = setTimeout(() => void preload(new URL(link.href), client, queryClient), HOVER_INTENT_MS);
    prerenderTimer = setTimeout(
      () => prerender(link && shouldPrerender(link) ? link : null),
      link && link.closest("nav") === null ? 0 : PRERENDER_INTENT_MS,
    );
  };
  // Touchscreens have no hover, so the page starts to load and render on press, before the click.
  const handlePress = ({ target }: Event) => {
    const link = findLink(target, "a[href], button, input, tr[data-opens]");
    if (link === null) return;
    void preload(new URL(link.href), client, queryClient);
    if (shouldPrerender(link)) prerender(link);
  };
  const controller = new AbortController();
  const options = { passive: true, signal: controller.signal };
  root.addEventListener("pointerover", handleIntent, options);
  root.addEventListener("focusin", handleIntent, options);
  root.addEventListener("pointerdown", handlePress, options);
  return () => {
    clearTimeout(preloadTimer);
    clearTimeout(prerenderTimer);
    controller.abort();
  };
}

/**
 * Describes a page to prerender. Returns null for the open page, for pages outside its project, and
 * for pages whose code hasn't loaded. Also returns null for the overview, which would block the
 * browser with 100,000 records.
 */
function createPrerenderedPage(url: URL, openUrl: URL): PrerenderedPage | null {
  const page = findLoadedPage(url);
  if (page === null || page === routes.overview.path || page === findLoadedPage(openUrl)) return null;
  if (getProjectPath(url) !== getProjectPath(openUrl)) return null;
  const { pathname, search, hash } = url;
  const countElements = () => document.getElementsByTagName("*").length;
  const countBefore = countElements();
  let elementCount: number | null = null;
  return {
    location: { pathname, search, hash, state: null, key: Math.random().toString(36).slice(2, 10) },
    navigationType: NavigationType.Push,
    isDrawer: findDrawer(url) !== undefined,
    getElementCount: () => elementCount,
    markAsRendered() {
      elementCount ??= countElements() - countBefore;
    },
  };
}

function getProjectPath({ pathname }: URL): string {
  return pathname.split("/", 3).join("/");
}

import "./spotlight.css";
import { useEffect } from "react";
import { isModalOpen } from "./is-modal-open";

const TARGET_ATTRIBUTE = "data-tour-pointed";

/**
 * Returns the first visible element, because narrow screens hide some elements. Returns undefined while a drawer or
 * dialog covers the page.
 */
function findVisible(selectors: readonly string[]): Element | undefined {
  if (isModalOpen()) return undefined;
  return selectors
    .flatMap((selector) => document.querySelector(selector) ?? [])
    .find((element) => element.getClientRects().length > 0);
}

/** Highlights the first visible element, even if it appears later or changes. */
export function useSpotlightTarget(selectors: readonly string[]): void {
  const key = selectors.join("\n");
  useEffect(() => {
    let target: Element | undefined;
    const updateTarget = () => {
      const found = findVisible(key.split("\n"));
      if (found === target) return;
      target?.removeAttribute(TARGET_ATTRIBUTE);
      target = found;
      target?.setAttribute(TARGET_ATTRIBUTE, "");
      target?.scrollIntoView({ block: "nearest" });
    };
    updateTarget();
    // Updates at most once per frame, because reading positions forces a layout.
    let frame = 0;
    const scheduleUpdate = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(updateTarget);
    };
    const observer = new MutationObserver(scheduleUpdate);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("resize", scheduleUpdate);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener("resize", scheduleUpdate);
      target?.removeAttribute(TARGET_ATTRIBUTE);
    };
  }, [key]);
}

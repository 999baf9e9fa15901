import "./spotlight.css";
import { useEffect } from "react";

const MARK = "data-tour-pointed";

/** The first of them that is on the screen: what a narrow screen hides cannot be pointed at. */
function firstShown(selectors: readonly string[]): Element | undefined {
  return selectors
    .flatMap((selector) => document.querySelector(selector) ?? [])
    .find((element) => element.getClientRects().length > 0);
}

/** Draws a ring around the first of the elements that is shown, also when it comes later or changes. */
export function usePointing(selectors: readonly string[]): void {
  const key = selectors.join("\n");
  useEffect(() => {
    let pointed: Element | undefined;
    const point = () => {
      const found = firstShown(key.split("\n"));
      if (found === pointed) return;
      pointed?.removeAttribute(MARK);
      pointed = found;
      pointed?.setAttribute(MARK, "");
      pointed?.scrollIntoView({ block: "nearest" });
    };
    point();
    // Once a frame: asking where something is makes the browser lay the page out.
    let frame = 0;
    const pointSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(point);
    };
    const observer = new MutationObserver(pointSoon);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("resize", pointSoon);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener("resize", pointSoon);
      pointed?.removeAttribute(MARK);
    };
  }, [key]);
}

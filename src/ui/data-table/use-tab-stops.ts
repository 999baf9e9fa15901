import { type RefObject, useLayoutEffect } from "react";

/**
 * Removes controls in cells from the tab order, except in the row that is the tab stop. Changes the DOM outside
 * React, because cells may render anything.
 */
export function useTabStops(body: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const controls = body.current?.querySelectorAll<HTMLElement>("a[href], button, input, [tabindex]");
    for (const control of controls ?? []) {
      if (control.closest("[data-tab-stop]")) {
        if (control.dataset["removedTabStop"] === undefined) continue;
        control.tabIndex = 0;
        delete control.dataset["removedTabStop"];
      } else if (control.tabIndex === 0) {
        control.tabIndex = -1;
        control.dataset["removedTabStop"] = "";
      }
    }
  });
}

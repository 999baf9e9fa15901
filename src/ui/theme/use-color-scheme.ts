import { useState } from "react";
import { type ColorScheme, useAppliedColorScheme } from "./color-scheme-provider";

/** Finishes running CSS transitions, so that all colors change together. */
function finishTransitions(): void {
  for (const running of document.getAnimations()) if (running instanceof CSSTransition) running.finish();
}

function runAfterPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}

/**
 * Returns the color scheme and a setter that changes it without transitions. The setter finishes
 * running transitions. A CSS rule that disables transitions would restyle the whole page again when
 * it is removed. The returned scheme changes first, because restyling the page takes a frame.
 */
export function useColorScheme(): readonly [ColorScheme, (scheme: ColorScheme) => void] {
  const [colorScheme, setColorScheme] = useAppliedColorScheme();
  const [pendingScheme, setPendingScheme] = useState<ColorScheme | null>(null);
  return [
    pendingScheme ?? colorScheme,
    (scheme) => {
      setPendingScheme(scheme);
      runAfterPaint(() => {
        setColorScheme(scheme);
        setPendingScheme((latest) => (latest === scheme ? null : latest));
        finishTransitions();
      });
    },
  ];
}

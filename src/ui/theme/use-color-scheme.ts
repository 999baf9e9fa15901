import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { useState } from "react";

/** Makes all colors change together. */
function finishTransitions(): void {
  for (const running of document.getAnimations()) if (running instanceof CSSTransition) running.finish();
}

/** Runs a callback after the next paint. */
function runAfterPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}

/**
 * Returns the color scheme and a setter that changes it without transitions. Mantine disables transitions
 * with a style element, which the Content Security Policy forbids. A CSS rule would restyle the whole page a
 * second time when removed. The control updates first, because restyling everything takes a frame.
 */
export function useColorScheme(): readonly [MantineColorScheme, (scheme: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [pendingScheme, setPendingScheme] = useState<MantineColorScheme | null>(null);
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

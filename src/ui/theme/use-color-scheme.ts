import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { useState } from "react";

/** All colours change at once, not each at its own pace. */
function finishTransitions(): void {
  for (const running of document.getAnimations()) if (running instanceof CSSTransition) running.finish();
}

/** Does it once the next frame is painted. */
function runAfterPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}

/**
 * The color scheme and a way to choose another, which takes effect without transitions. Mantine would stop them by a
 * style element, which the Content Security Policy refuses. A rule that forbids them while the scheme changes would
 * restyle the whole page a second time when it goes. The choice itself shows first: new colours for everything take a
 * frame of their own.
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

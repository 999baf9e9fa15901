import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";

/** All colours change at once, not each at its own pace. */
function endTransitions(): void {
  for (const running of document.getAnimations()) if (running instanceof CSSTransition) running.finish();
}

/**
 * The colour scheme and a way to choose another, which takes effect without transitions. Mantine would stop them by a
 * style element, which the Content Security Policy refuses. A rule that forbids them while the scheme changes would
 * restyle the whole page a second time when it goes.
 */
export function useScheme(): readonly [MantineColorScheme, (scheme: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return [
    colorScheme,
    (scheme) => {
      setColorScheme(scheme);
      endTransitions();
    },
  ];
}

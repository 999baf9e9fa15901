import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";

const CHANGING = "data-scheme-changes";

/**
 * The colour scheme and a way to choose another, which takes effect without transitions. Mantine would stop them by a
 * style element, which the Content Security Policy refuses.
 */
export function useScheme(): readonly [MantineColorScheme, (scheme: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return [
    colorScheme,
    (scheme) => {
      const root = document.documentElement;
      root.setAttribute(CHANGING, "");
      setColorScheme(scheme);
      // The new colours are drawn before transitions are back.
      requestAnimationFrame(() => setTimeout(() => root.removeAttribute(CHANGING)));
    },
  ];
}

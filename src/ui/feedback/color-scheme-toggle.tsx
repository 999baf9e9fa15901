import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconButton } from "@/ui/primitives/link-button";
import { AutoIcon, MoonIcon, SunIcon } from "@/ui/theme/icons";
import { announce } from "./toasts";

const NEXT_SCHEME = { auto: "light", light: "dark", dark: "auto" } as const;
const SCHEME_LABELS = { auto: "system", light: "light", dark: "dark" };
const SCHEME_ICONS = { auto: <AutoIcon />, light: <SunIcon />, dark: <MoonIcon /> };

/** Returns the color scheme and a function that switches between system, light, and dark. */
export function useColorSchemeCycle(): { readonly scheme: MantineColorScheme; readonly cycle: () => void } {
  // Suspending transitions would need a style element, which the Content Security Policy forbids.
  const { colorScheme: scheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return {
    scheme,
    cycle: () => {
      setColorScheme(NEXT_SCHEME[scheme]);
      announce(`Color scheme: ${SCHEME_LABELS[NEXT_SCHEME[scheme]]}`);
    },
  };
}

export function ColorSchemeToggle() {
  const { scheme, cycle } = useColorSchemeCycle();
  return (
    <IconButton
      label={`Color scheme: ${SCHEME_LABELS[scheme]}`}
      icon={SCHEME_ICONS[scheme]}
      onClick={cycle}
    />
  );
}

import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { useAnnounce } from "./announcer";
import { AutoIcon, MoonIcon, SunIcon } from "./icons";
import { IconButton } from "./link-button";

const NEXT = { auto: "light", light: "dark", dark: "auto" } as const;
const NAMES = { auto: "as the system", light: "light", dark: "dark" };
const ICONS = { auto: <AutoIcon />, light: <SunIcon />, dark: <MoonIcon /> };

/** The scheme in use, and a step to the next one: as the system, light, dark. */
export function useColorSchemeCycle(): { readonly scheme: MantineColorScheme; readonly cycle: () => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const announce = useAnnounce();
  return {
    scheme: colorScheme,
    cycle: () => {
      setColorScheme(NEXT[colorScheme]);
      announce(`Colours: ${NAMES[NEXT[colorScheme]]}`);
    },
  };
}

/** Steps through the colour schemes and says which one is on. */
export function ColorSchemeToggle() {
  const { scheme, cycle } = useColorSchemeCycle();
  return <IconButton label={`Colours: ${NAMES[scheme]}`} icon={ICONS[scheme]} onClick={cycle} />;
}

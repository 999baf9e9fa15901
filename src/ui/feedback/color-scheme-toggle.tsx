import type { MantineColorScheme } from "@mantine/core";
import { IconButton } from "@/ui/primitives/link-button";
import { AutoIcon, MoonIcon, SunIcon } from "@/ui/theme/icons";
import { useScheme } from "@/ui/theme/use-color-scheme";
import { useAnnounce } from "./announcer";

const NEXT = { auto: "light", light: "dark", dark: "auto" } as const;
const NAMES = { auto: "as the system", light: "light", dark: "dark" };
const ICONS = { auto: <AutoIcon />, light: <SunIcon />, dark: <MoonIcon /> };

/** The scheme in use, and a step to the next one: as the system, light, dark. */
export function useColorSchemeCycle(): { readonly scheme: MantineColorScheme; readonly cycle: () => void } {
  const [scheme, choose] = useScheme();
  const announce = useAnnounce();
  return {
    scheme,
    cycle: () => {
      choose(NEXT[scheme]);
      announce(`Colours: ${NAMES[NEXT[scheme]]}`);
    },
  };
}

/** Steps through the colour schemes and says which one is on. */
export function ColorSchemeToggle() {
  const { scheme, cycle } = useColorSchemeCycle();
  return <IconButton label={`Colours: ${NAMES[scheme]}`} icon={ICONS[scheme]} onClick={cycle} />;
}

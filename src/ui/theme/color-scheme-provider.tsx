import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useMemo, useState } from "react";

export type ColorScheme = "auto" | "light" | "dark";

const STORAGE_KEY = "environs-color-scheme";

type ColorSchemeState = readonly [scheme: ColorScheme, setScheme: (scheme: ColorScheme) => void];

const ColorSchemeContext = createContext<ColorSchemeState | null>(null);

function isColorScheme(value: unknown): value is ColorScheme {
  return value === "auto" || value === "light" || value === "dark";
}

function readStoredScheme(): ColorScheme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isColorScheme(stored) ? stored : "auto";
  } catch {
    return "auto";
  }
}

function storeScheme(scheme: ColorScheme): void {
  try {
    localStorage.setItem(STORAGE_KEY, scheme);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

function matchDarkSystem(): MediaQueryList {
  return matchMedia("(prefers-color-scheme: dark)");
}

/** Sets the attribute that theme.generated.css and Mantine's styles use. */
function applyScheme(scheme: ColorScheme): void {
  const applied = scheme !== "auto" ? scheme : matchDarkSystem().matches ? "dark" : "light";
  document.documentElement.setAttribute("data-mantine-color-scheme", applied);
}

/** Applies the stored color scheme and follows changes by the system and other tabs. */
export function ColorSchemeProvider({ children }: { readonly children: ReactNode }) {
  const [scheme, setScheme] = useState(() => {
    const stored = readStoredScheme();
    // Applied before there is content, because all styles depend on it.
    applyScheme(stored);
    return stored;
  });
  useLayoutEffect(() => {
    applyScheme(scheme);
    if (scheme !== "auto") return;
    const system = matchDarkSystem();
    const followSystem = () => applyScheme("auto");
    system.addEventListener("change", followSystem);
    return () => system.removeEventListener("change", followSystem);
  }, [scheme]);
  useEffect(() => {
    function followTab({ key, newValue }: StorageEvent) {
      if (key === STORAGE_KEY && isColorScheme(newValue)) setScheme(newValue);
    }
    addEventListener("storage", followTab);
    return () => removeEventListener("storage", followTab);
  }, []);
  const state = useMemo((): ColorSchemeState => {
    function changeScheme(next: ColorScheme) {
      // Applied before rendering, so that the caller can finish the transitions of the change.
      applyScheme(next);
      storeScheme(next);
      setScheme(next);
    }
    return [scheme, changeScheme];
  }, [scheme]);
  return <ColorSchemeContext value={state}>{children}</ColorSchemeContext>;
}

export function useAppliedColorScheme(): ColorSchemeState {
  const state = use(ColorSchemeContext);
  if (state === null) throw new Error("ColorSchemeProvider is missing");
  return state;
}

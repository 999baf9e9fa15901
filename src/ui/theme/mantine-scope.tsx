import "@mantine/core/styles/UnstyledButton.layer.css";
import { MantineContext, MantineThemeProvider } from "@mantine/core";
import { type ContextType, type ReactNode, use } from "react";
import { theme } from "./theme";

const doNothing = () => undefined;

/**
 * Replaces the value of Mantine's provider, which creates style elements, although the Content
 * Security Policy forbids them. The provider also renders all components again each time it renders.
 * ColorSchemeProvider sets the color scheme.
 */
const MANTINE: NonNullable<ContextType<typeof MantineContext>> = {
  colorScheme: "auto",
  setColorScheme: doNothing,
  clearColorScheme: doNothing,
  getRootElement: doNothing,
  classNamesPrefix: "mantine",
  cssVariablesSelector: ":root",
  withStaticClasses: true,
};

/**
 * Provides Mantine's theme, except inside another scope. Each module that uses Mantine renders its own scope. The
 * first page doesn't use Mantine, which saves 5 KB.
 */
export function MantineScope({ children }: { readonly children: ReactNode }) {
  const isInScope = use(MantineContext) !== null;
  if (isInScope) return children;
  return (
    <MantineContext value={MANTINE}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

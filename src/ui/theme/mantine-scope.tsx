import "@mantine/core/styles/UnstyledButton.layer.css";
import { MantineContext, MantineProvider } from "@mantine/core";
import { type ReactNode, use } from "react";
import { theme } from "./theme";

/** Keeps Mantine from setting attributes of the root element, because ColorSchemeProvider sets them. */
const getRootElement = () => undefined;

/**
 * Provides the theme to Mantine's components, except inside another scope. Each module that uses Mantine renders its
 * own scope, so that the first page, which doesn't use Mantine, loads 5 KB less.
 */
export function MantineScope({ children }: { readonly children: ReactNode }) {
  const isInScope = use(MantineContext) !== null;
  if (isInScope) return children;
  return (
    // The Content Security Policy forbids style elements, so the variables are in theme.generated.css.
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      getRootElement={getRootElement}
    >
      {children}
    </MantineProvider>
  );
}

import "@mantine/core/styles/UnstyledButton.layer.css";
import { MantineContext, MantineProvider } from "@mantine/core";
import { type ReactNode, use } from "react";
import { theme } from "./theme";

/** ColorSchemeProvider sets the root element's attributes. */
const getRootElement = () => undefined;

/**
 * Provides the theme to Mantine's components, except inside of another scope. Each module that uses Mantine brings it
 * along, because the first page needs no Mantine and waits 5 KB less.
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

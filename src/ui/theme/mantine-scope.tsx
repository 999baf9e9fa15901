import "@mantine/core/styles/UnstyledButton.layer.css";
import { MantineContext, MantineProvider } from "@mantine/core";
import { type ReactNode, use } from "react";
import { theme } from "./theme";

/** Prevents Mantine from setting attributes of the root element, which ColorSchemeProvider sets. */
const getRootElement = () => undefined;

/**
 * Provides Mantine's theme, except inside another scope. Each module that uses Mantine renders its own scope. The
 * first page doesn't use Mantine, which saves 5 KB.
 */
export function MantineScope({ children }: { readonly children: ReactNode }) {
  const isInScope = use(MantineContext) !== null;
  if (isInScope) return children;
  return (
    // The Content Security Policy forbids style elements, so variables are in theme.generated.css.
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

// The layered files: whatever stands in a CSS module wins, in whichever order the chunks arrive.
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@/ui/theme/theme.css";
import "@/ui/theme/base.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { AnnouncerProvider } from "@/ui/feedback/announcer";
import { ToastProvider } from "@/ui/feedback/toasts";
import { ConfirmProvider } from "@/ui/overlay/confirm";
import { theme } from "@/ui/theme/theme";

const schemeManager = localStorageColorSchemeManager({ key: "environs-color-scheme" });

/** Theme, toasts, the confirm dialog and the live region, for everything below. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    // No style elements, which the Content Security Policy would refuse: the variables stand in theme.css.
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      <AnnouncerProvider>
        <ToastProvider>
          <ConfirmProvider>{children}</ConfirmProvider>
        </ToastProvider>
      </AnnouncerProvider>
    </MantineProvider>
  );
}

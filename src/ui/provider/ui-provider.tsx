// CSS layers let CSS modules override Mantine's styles in any load order.
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@/ui/theme/theme.css";
import "@/ui/theme/base.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { AnnouncerProvider } from "@/ui/feedback/announcer";
import { ToastProvider } from "@/ui/feedback/toasts";
import { ConfirmProvider } from "@/ui/overlay/confirm";
import { theme } from "@/ui/theme/theme";

const schemeManager = localStorageColorSchemeManager({ key: "environs-color-scheme" });

export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    // The Content Security Policy forbids style elements, so the variables are in theme.css.
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

import "@/ui/theme/mantine.css";
import "@/ui/theme/theme.generated.css";
import "@/ui/theme/base.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { AnnouncerProvider } from "@/ui/feedback/announcer";
import { ToastRegion } from "@/ui/feedback/toasts";
import { trackClickedControl } from "@/ui/hooks/restore-focus";
import { ConfirmProvider } from "@/ui/overlay/confirm";
import { theme } from "@/ui/theme/theme";
import { hideComposingKeys } from "./hide-composing-keys";
import { restoreTranslatedText } from "./restore-translated-text";

hideComposingKeys();
trackClickedControl();
restoreTranslatedText(document.body);

const colorSchemeManager = localStorageColorSchemeManager({ key: "environs-color-scheme" });

export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // Tests need neither transitions nor positions.
      env={import.meta.env.MODE === "test" ? "test" : "default"}
      // The Content Security Policy forbids style elements. The variables are in theme.generated.css.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <AnnouncerProvider>
        <ConfirmProvider>{children}</ConfirmProvider>
        <ToastRegion />
      </AnnouncerProvider>
    </MantineProvider>
  );
}

// CSS layers let CSS modules override Mantine's styles in any load order.
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@/ui/theme/theme.generated.css";
import "@/ui/theme/base.css";
import type { ReactNode } from "react";
import { AnnouncerProvider } from "@/ui/feedback/announcer";
import { ToastProvider } from "@/ui/feedback/toasts";
import { trackClickedControl } from "@/ui/hooks/restore-focus";
import { ConfirmProvider } from "@/ui/overlay/confirm";
import { ColorSchemeProvider } from "@/ui/theme/color-scheme-provider";
import { hideComposingKeys } from "./hide-composing-keys";

hideComposingKeys();
trackClickedControl();

export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <ColorSchemeProvider>
      <AnnouncerProvider>
        <ToastProvider>
          <ConfirmProvider>{children}</ConfirmProvider>
        </ToastProvider>
      </AnnouncerProvider>
    </ColorSchemeProvider>
  );
}

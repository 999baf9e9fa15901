import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import { Drawer } from "@mantine/core";
import { useEffect } from "react";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import { MantineScope } from "@/ui/theme/mantine-scope";
import { ConnectionBadge } from "./connection-badge";
import { Navigation } from "./navigation";
import classes from "./navigation-drawer.module.css";

export function NavigationDrawer(props: { readonly projectId: string | null; readonly onClose: () => void }) {
  const restoreFocus = useRestoreFocus();
  useEffect(() => restoreFocus, [restoreFocus]);
  return (
    <MantineScope>
      <Drawer
        opened
        onClose={props.onClose}
        title="Environs"
        size={280}
        closeButtonProps={{ "aria-label": "Close navigation" }}
        classNames={{ content: classes.content ?? "", body: classes.body ?? "" }}
      >
        <ConnectionBadge isWide onNavigate={props.onClose} />
        <Navigation projectId={props.projectId} onNavigate={props.onClose} />
      </Drawer>
    </MantineScope>
  );
}

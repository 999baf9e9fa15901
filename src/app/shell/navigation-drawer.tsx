import { Drawer } from "@mantine/core";
import { useEffect } from "react";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import { Navigation } from "./navigation";
import classes from "./navigation-drawer.module.css";
import { ConnectionBadge } from "./top-bar";

export function NavigationDrawer(props: { readonly projectId: string | null; readonly onClose: () => void }) {
  const restoreFocus = useRestoreFocus();
  useEffect(() => restoreFocus, [restoreFocus]);
  return (
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
  );
}

import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import { Drawer } from "@mantine/core";
import { Navigation } from "./navigation";

/** The navigation of narrow screens. */
export function NavigationDrawer(props: { readonly projectId: string | null; readonly onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title="Environs"
      size={280}
      closeButtonProps={{ "aria-label": "Close navigation" }}
    >
      <Navigation projectId={props.projectId} onNavigate={props.onClose} />
    </Drawer>
  );
}

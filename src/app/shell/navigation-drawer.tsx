import { Stack } from "@mantine/core";
import { DrawerFrame } from "@/ui/overlay/frames";
import { ConnectionBadge, Navigation } from "./top-bar";

export function NavigationDrawer(props: { readonly projectId: string | null; readonly onClose: () => void }) {
  return (
    <DrawerFrame
      title="Environs"
      position="left"
      size={280}
      closeLabel="Close navigation"
      onClose={props.onClose}
    >
      <Stack gap={16} p={16} flex={1} style={{ overflowY: "auto" }}>
        <ConnectionBadge isWide onNavigate={props.onClose} />
        <Navigation projectId={props.projectId} onNavigate={props.onClose} />
      </Stack>
    </DrawerFrame>
  );
}

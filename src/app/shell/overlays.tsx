import { useChunkLoadErrorToast } from "@/ui/feedback/chunk-load-error";
import { lazyOverlay, OverlayBoundary } from "@/ui/overlay/lazy-overlay";

interface OverlayProps {
  readonly projectId: string | null;
  readonly onShowShortcuts: () => void;
  readonly onClose: () => void;
}

const overlays = {
  navigation: lazyOverlay<"NavigationDrawer", OverlayProps>(
    () => import("./navigation-drawer"),
    "NavigationDrawer",
  ),
  palette: lazyOverlay<"Palette", OverlayProps>(() => import("@/app/commands/palette"), "Palette", {
    collectsText: true,
  }),
  tour: lazyOverlay<"Tour", OverlayProps>(() => import("@/app/tour/tour"), "Tour"),
  shortcuts: lazyOverlay<"ShortcutsDialog", OverlayProps>(
    () => import("@/app/commands/shortcuts-dialog"),
    "ShortcutsDialog",
  ),
};

export type OverlayName = keyof typeof overlays;

/** Renders an overlay. Shows a toast when its code fails to load. */
export function Overlay({ name, ...props }: OverlayProps & { readonly name: OverlayName }) {
  const showChunkLoadError = useChunkLoadErrorToast();
  const Component = overlays[name];

  function handleLoadError() {
    props.onClose();
    showChunkLoadError();
  }

  return (
    <OverlayBoundary onError={handleLoadError}>
      <Component {...props} />
    </OverlayBoundary>
  );
}

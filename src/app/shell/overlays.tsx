import { Suspense } from "react";
import { useToasts } from "@/ui/toasts";
import { lazyPage } from "../lazy-page";
import { OverlayBoundary } from "./overlay-boundary";

interface OverlayProps {
  readonly projectId: string | null;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

const overlays = {
  navigation: lazyPage<"NavigationDrawer", OverlayProps>(
    () => import("./navigation-drawer"),
    "NavigationDrawer",
  ),
  palette: lazyPage<"Palette", OverlayProps>(() => import("./palette"), "Palette"),
  shortcuts: lazyPage<"ShortcutsDialog", OverlayProps>(() => import("./shortcuts-dialog"), "ShortcutsDialog"),
};

/** What can lie over any page. */
export type OverlayName = keyof typeof overlays;

/** Says that the code of what should have opened did not arrive. */
export function useMissingCode(): () => void {
  const toasts = useToasts();
  return () =>
    toasts.show({
      title: "That could not be opened",
      detail: "Its code did not arrive. Check the connection and try again.",
      tone: "danger",
    });
}

/** The overlay of this name; where its code does not arrive, a message says so. */
export function Overlay({ name, ...props }: OverlayProps & { readonly name: OverlayName }) {
  const sayMissing = useMissingCode();
  const { Component } = overlays[name];

  function giveUp() {
    props.onClose();
    sayMissing();
  }

  return (
    <OverlayBoundary onFail={giveUp}>
      <Suspense fallback={null}>
        <Component {...props} />
      </Suspense>
    </OverlayBoundary>
  );
}

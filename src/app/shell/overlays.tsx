import { Suspense } from "react";
import { useToasts } from "@/ui/toasts";
import type { Command } from "../commands";
import { lazyPage } from "../lazy-page";
import { OverlayBoundary } from "./overlay-boundary";

interface OverlayProps {
  readonly projectId: string | null;
  readonly commands: readonly Command[];
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

/** The overlay of this name; where its code does not arrive, a message says so. */
export function Overlay({ name, ...props }: OverlayProps & { readonly name: OverlayName }) {
  const toasts = useToasts();
  const { Component } = overlays[name];

  function giveUp() {
    props.onClose();
    toasts.show({
      title: "That could not be opened",
      detail: "Its code did not arrive. Check the connection and try again.",
      tone: "danger",
    });
  }

  return (
    <OverlayBoundary onFail={giveUp}>
      <Suspense fallback={null}>
        <Component {...props} />
      </Suspense>
    </OverlayBoundary>
  );
}

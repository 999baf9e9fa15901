import type { ReactNode } from "react";
import { DrawerFooter, DrawerFrame } from "./drawer-frame";
import classes from "./side-drawer.module.css";

interface SideDrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Buttons and links at its lower edge. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Something to read on the right edge, full screen on a phone. Import it from lazily loaded pages only: it brings
 * Mantine's Drawer. It is open as long as it is rendered.
 */
export function SideDrawer({ title, onClose, actions, children }: SideDrawerProps) {
  return (
    <DrawerFrame title={title} onClose={onClose}>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- it scrolls, also by keys */}
      <section className={classes.body} aria-label={title} tabIndex={0}>
        {children}
      </section>
      {actions !== undefined && <DrawerFooter>{actions}</DrawerFooter>}
    </DrawerFrame>
  );
}

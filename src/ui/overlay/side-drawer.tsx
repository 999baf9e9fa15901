import type { ReactNode } from "react";
import { DrawerFooter, DrawerFrame } from "./drawer-frame";
import classes from "./side-drawer.module.css";

interface SideDrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows read-only content in a drawer, or full screen on phones. Stays open while mounted. Import it
 * only from lazy pages, because it includes Mantine's Drawer.
 */
export function SideDrawer({ title, onClose, actions, children }: SideDrawerProps) {
  return (
    <DrawerFrame title={title} onClose={onClose}>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- scrollable by keyboard */}
      <section className={classes.body} aria-label={title} tabIndex={0}>
        {children}
      </section>
      {actions !== undefined && <DrawerFooter>{actions}</DrawerFooter>}
    </DrawerFrame>
  );
}

import type { ReactNode } from "react";
import type { MenuAction } from "@/ui/overlay/action-menu";
import { MenuButton } from "@/ui/overlay/menu-button";
import classes from "./bulk-action-buttons.module.css";

interface BulkActionButtonsProps {
  /** The same as the buttons, for the menu. */
  readonly actions: () => readonly MenuAction[];
  /** The buttons, of the size `compact-sm`. */
  readonly children: ReactNode;
}

/** What can be done to the selected rows: its buttons, or where they have no room one menu. */
export function BulkActionButtons({ actions, children }: BulkActionButtonsProps) {
  return (
    <>
      <div className={classes.wide}>{children}</div>
      <div className={classes.narrow}>
        <MenuButton label="Actions" size="compact-sm" actions={actions} />
      </div>
    </>
  );
}

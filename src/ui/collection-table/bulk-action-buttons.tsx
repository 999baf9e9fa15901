import type { ReactNode } from "react";
import type { MenuAction } from "@/ui/overlay/action-menu";
import { MenuButton } from "@/ui/overlay/action-menu";
import classes from "./bulk-action-buttons.module.css";

interface BulkActionButtonsProps {
  readonly actions: () => readonly MenuAction[];
  readonly children: ReactNode;
}

/** Shows bulk actions as buttons, or as a menu in narrow windows. */
export function BulkActionButtons({ actions, children }: BulkActionButtonsProps) {
  return (
    <>
      <div className={classes.wide}>{children}</div>
      <div className={classes.narrow}>
        <MenuButton label="Actions" actions={actions} />
      </div>
    </>
  );
}

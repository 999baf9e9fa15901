import { Drawer } from "@mantine/core";
import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import { useRootAttribute } from "@/ui/hooks/use-root-attribute";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon } from "@/ui/theme/icons";
import classes from "./drawer-frame.module.css";

interface DrawerFrameProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Width in px. On phones, the drawer fills the screen. */
  readonly size?: number;
  /** Identifies the content. A change moves focus to the title. */
  readonly contentKey?: string;
  readonly children: ReactNode;
}

/** Shows a drawer with a header. Stays open while mounted. Restores focus on unmount. */
export function DrawerFrame({ title, onClose, size = 560, contentKey, children }: DrawerFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const restoreFocus = useRestoreFocus();
  useEffect(() => restoreFocus, [restoreFocus]);
  useEffect(() => {
    if (contentKey !== undefined) heading.current?.focus();
  }, [contentKey]);
  // `createPortal` renders concurrently. Mantine's portal renders synchronously in an effect.
  return createPortal(
    <Drawer.Root
      opened
      withinPortal={false}
      onClose={onClose}
      position="right"
      size={size}
      padding={0}
      returnFocus={false}
      classNames={{ content: classes.content ?? "" }}
    >
      <Drawer.Overlay color="var(--ui-overlay)" backgroundOpacity={1} />
      <Drawer.Content>
        <div className={classes.header}>
          <Drawer.Title
            ref={heading}
            className={classes.title}
            {...(contentKey !== undefined && { tabIndex: -1, "data-autofocus": true })}
          >
            {title}
          </Drawer.Title>
          <IconButton label="Close" icon={<CloseIcon />} size={32} hasTooltip={false} onClick={onClose} />
        </div>
        {children}
      </Drawer.Content>
    </Drawer.Root>,
    document.body,
  );
}

interface DrawerFooterProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** Shows the drawer's buttons in a footer. Toasts appear above the footer. */
export function DrawerFooter({ ref, children }: DrawerFooterProps) {
  useRootAttribute("data-has-form-drawer");
  return (
    <div ref={ref} className={classes.footer}>
      {children}
    </div>
  );
}

import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
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
  /** Pixels; on a phone it fills the screen. */
  readonly size?: number;
  /** Where what it shows changes as a whole: at another stage the focus goes to the title, for what was pressed is gone. */
  readonly contentKey?: string;
  readonly children: ReactNode;
}

/** A drawer on the right edge with its head. It is open as long as it is rendered, and gives the focus back. */
export function DrawerFrame({ title, onClose, size = 560, contentKey, children }: DrawerFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const restoreFocus = useRestoreFocus();
  useEffect(() => restoreFocus, [restoreFocus]);
  useEffect(() => {
    if (contentKey !== undefined) heading.current?.focus();
  }, [contentKey]);
  // Mantine's own portal draws what is in it behind an effect, in one piece; here it comes with the rest, in slices.
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

/** The buttons at the lower edge of a drawer. Messages keep clear of them. */
export function DrawerFooter({ ref, children }: DrawerFooterProps) {
  useRootAttribute("data-has-form-drawer");
  return (
    <div ref={ref} className={classes.footer}>
      {children}
    </div>
  );
}

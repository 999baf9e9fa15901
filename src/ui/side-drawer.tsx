import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import { Drawer } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { useFocusBack } from "./focus-back";
import classes from "./form-drawer.module.css";
import { CloseIcon } from "./icons";
import { IconButton } from "./link-button";
import sideClasses from "./side-drawer.module.css";

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
  const focusBack = useFocusBack();
  useEffect(() => focusBack, [focusBack]);
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size={560}
      padding={0}
      returnFocus={false}
      classNames={{ content: classes.content ?? "" }}
    >
      <Drawer.Overlay color="var(--ui-overlay)" backgroundOpacity={1} />
      <Drawer.Content>
        <div className={classes.header}>
          <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          <IconButton label="Close" icon={<CloseIcon />} size={32} hint={false} onClick={onClose} />
        </div>
        {/* oxlint-disable-next-line no-noninteractive-tabindex -- it scrolls, also by keys */}
        <section className={sideClasses.body} aria-label={title} tabIndex={0}>
          {children}
        </section>
        {actions !== undefined && <div className={sideClasses.actions}>{actions}</div>}
      </Drawer.Content>
    </Drawer.Root>
  );
}

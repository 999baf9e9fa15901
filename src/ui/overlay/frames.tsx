import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Drawer, Group, type GroupProps, Modal, type ModalProps } from "@mantine/core";
import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import { useRootAttribute } from "@/ui/hooks/use-root-attribute";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon } from "@/ui/theme/icons";
import dialogClasses from "./dialog-frame.module.css";
import drawerClasses from "./drawer-frame.module.css";

export function DrawerFrame(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly position?: "left" | "right";
  readonly closeLabel?: string;
  /** Width in px. On phones, the drawer fills the screen. */
  readonly size?: number;
  /** Identifies the content. A change moves focus to the title. */
  readonly contentKey?: string;
  readonly children: ReactNode;
}) {
  const { title, onClose, position = "right", closeLabel = "Close", size = 560, contentKey } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useRestoreFocus();
  useEffect(() => {
    if (contentKey !== undefined) heading.current?.focus();
  }, [contentKey]);
  // `createPortal` renders concurrently. Mantine's portal renders synchronously in an effect.
  return createPortal(
    <Drawer.Root
      opened
      withinPortal={false}
      onClose={onClose}
      position={position}
      size={size}
      padding={0}
      returnFocus={false}
      classNames={{ content: drawerClasses.content ?? "" }}
    >
      <Drawer.Overlay color="var(--ui-overlay)" backgroundOpacity={1} />
      <Drawer.Content data-position={position}>
        <div className={drawerClasses.header}>
          <Drawer.Title
            ref={heading}
            className={drawerClasses.title}
            {...(contentKey !== undefined && { tabIndex: -1, "data-autofocus": true })}
          >
            {title}
          </Drawer.Title>
          <IconButton
            label={closeLabel}
            icon={<CloseIcon />}
            size={32}
            hasTooltip={false}
            onClick={onClose}
          />
        </div>
        {props.children}
      </Drawer.Content>
    </Drawer.Root>,
    document.body,
  );
}

export function SideDrawer(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, onClose, actions, children } = props;
  return (
    <DrawerFrame title={title} onClose={onClose}>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- scrollable by keyboard */}
      <section className={drawerClasses.body} aria-label={title} tabIndex={0}>
        {children}
      </section>
      {actions !== undefined && <DrawerFooter>{actions}</DrawerFooter>}
    </DrawerFrame>
  );
}

/** Shows the drawer's buttons in a footer. Toasts appear above the footer. */
export function DrawerFooter(props: GroupProps & { readonly ref?: Ref<HTMLDivElement> }) {
  useRootAttribute("data-has-form-drawer");
  return <Group justify="flex-end" gap={8} className={drawerClasses.footer} {...props} />;
}

type DialogFrameProps = Omit<ModalProps, "opened" | "returnFocus" | "classNames"> & {
  readonly classNames?: { readonly content?: string | undefined; readonly body?: string | undefined };
};

export function DialogFrame({ classNames, ...props }: DialogFrameProps) {
  useRestoreFocus();
  return (
    <Modal
      withCloseButton={false}
      {...props}
      opened
      returnFocus={false}
      classNames={{
        content: classNames?.content ?? dialogClasses.content ?? "",
        header: dialogClasses.header ?? "",
        title: dialogClasses.title ?? "",
        body: classNames?.body ?? dialogClasses.body ?? "",
      }}
    />
  );
}

export function DialogButtons({ mt = 20, children }: { readonly mt?: number; readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" gap={8} mt={mt}>
      {children}
    </Group>
  );
}

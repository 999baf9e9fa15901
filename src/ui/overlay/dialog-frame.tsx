import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Modal, type ModalProps } from "@mantine/core";
import type { ReactNode } from "react";
import { MantineScope } from "@/ui/theme/mantine-scope";
import classes from "./dialog-frame.module.css";

const MODAL_CLASSES = {
  content: classes.content ?? "",
  header: classes.header ?? "",
  title: classes.title ?? "",
  body: classes.body ?? "",
};

/**
 * Frame of all modal dialogs. Doesn't restore focus (see `useRestoreFocus`). Import it lazily, because it includes
 * Mantine's Modal.
 */
export function DialogFrame(props: Omit<ModalProps, "classNames" | "returnFocus" | "withCloseButton">) {
  return (
    <MantineScope>
      <Modal {...props} returnFocus={false} withCloseButton={false} classNames={MODAL_CLASSES} />
    </MantineScope>
  );
}

export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}

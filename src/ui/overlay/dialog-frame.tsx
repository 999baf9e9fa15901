import { Modal, type ModalProps } from "@mantine/core";
import type { ReactNode } from "react";
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
  return <Modal {...props} returnFocus={false} withCloseButton={false} classNames={MODAL_CLASSES} />;
}

export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}

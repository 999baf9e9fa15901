import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Group, Modal, type ModalProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import classes from "./dialog-frame.module.css";

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
        content: classNames?.content ?? classes.content ?? "",
        header: classes.header ?? "",
        title: classes.title ?? "",
        body: classNames?.body ?? classes.body ?? "",
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

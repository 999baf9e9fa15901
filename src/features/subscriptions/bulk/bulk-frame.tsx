import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import { Drawer } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useFocusBack } from "@/ui/focus-back";
import { CloseIcon } from "@/ui/icons";
import { IconButton } from "@/ui/link-button";
import classes from "./bulk-frame.module.css";

interface BulkFrameProps {
  readonly title: string;
  /** Another stage: the focus goes to the title, for what was pressed before is gone. */
  readonly stage: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The drawer of a bulk run, in full height, on a phone in full width. */
export function BulkFrame({ title, stage, onClose, children }: BulkFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focusBack = useFocusBack();
  useEffect(() => focusBack, [focusBack]);
  useEffect(() => {
    if (stage !== "") heading.current?.focus();
  }, [stage]);
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size={720}
      padding={0}
      returnFocus={false}
      classNames={{ content: classes.content ?? "" }}
    >
      <Drawer.Overlay color="var(--ui-overlay)" backgroundOpacity={1} />
      <Drawer.Content>
        <div className={classes.header}>
          <Drawer.Title ref={heading} tabIndex={-1} data-autofocus className={classes.title}>
            {title}
          </Drawer.Title>
          <IconButton label="Close" icon={<CloseIcon />} size={32} hint={false} onClick={onClose} />
        </div>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}

import { Button } from "@mantine/core";
import { type ReactNode, useId, useRef, useState } from "react";
import { homeOf, type MenuAction, MenuList, type OpenedMenu } from "./action-menu";
import { ChevronDownIcon } from "./icons";
import { ReasonButton } from "./reason-button";

interface MenuButtonProps {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly size?: "compact-sm" | "sm";
  /** Asked each time the menu opens. */
  readonly actions: () => readonly MenuAction[];
  /** Why none of it can be done now. */
  readonly disabledReason?: string | undefined;
}

/** A button with a word that opens a menu of actions; the keys are those of ActionMenu. */
export function MenuButton({ label, icon, size = "sm", actions, disabledReason }: MenuButtonProps) {
  const [opened, setOpened] = useState<OpenedMenu | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function close(focusBack: boolean) {
    setOpened(null);
    if (focusBack) button.current?.focus({ preventScroll: true });
  }

  const look = { variant: "default", size, leftSection: icon, rightSection: <ChevronDownIcon size={14} /> };
  if (disabledReason !== undefined) {
    return (
      <ReasonButton {...look} disabledReason={disabledReason}>
        {label}
      </ReasonButton>
    );
  }
  return (
    <>
      <Button
        {...look}
        ref={button}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        {...(opened ? { "aria-controls": id } : {})}
        onClick={(event) =>
          opened ? close(true) : setOpened({ actions: actions(), home: homeOf(event.currentTarget) })
        }
      >
        {label}
      </Button>
      {opened && <MenuList id={id} label={label} {...opened} anchor={button} onClose={close} />}
    </>
  );
}

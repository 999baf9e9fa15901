import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { ChevronDownIcon } from "@/ui/theme/icons";
import { type MenuAction, useActionMenu } from "./action-menu";

interface MenuButtonProps {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Returns the actions. Called when the menu opens. */
  readonly actions: () => readonly MenuAction[];
  readonly disabledReason?: string | undefined;
}

/** Labeled button with a menu of actions. Handles the same keys as ActionMenu. */
export function MenuButton({ label, icon, actions, disabledReason }: MenuButtonProps) {
  const { button, menu } = useActionMenu(label, actions);
  const sharedProps = {
    variant: "default" as const,
    leftSection: icon,
    rightSection: <ChevronDownIcon size={14} />,
  };
  if (disabledReason !== undefined) {
    return (
      <ButtonWithDisabledReason {...sharedProps} disabledReason={disabledReason}>
        {label}
      </ButtonWithDisabledReason>
    );
  }
  return (
    <>
      <Button {...sharedProps} {...button}>
        {label}
      </Button>
      {menu}
    </>
  );
}

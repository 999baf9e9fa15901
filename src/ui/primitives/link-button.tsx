import { ActionIcon, Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { Link, type To } from "react-router-dom";
import { DisabledControl } from "./button-with-disabled-reason";

interface LinkButtonProps extends Omit<ButtonProps, "disabled"> {
  readonly to: To;
  readonly children: ReactNode;
  /** Why the link is unavailable. Shown in a tooltip. The link stays focusable. */
  readonly disabledReason?: string | undefined;
  /** Called before the link is followed. */
  readonly onClick?: () => void;
}

export function LinkButton({ to, children, disabledReason, onClick, ...buttonProps }: LinkButtonProps) {
  if (disabledReason !== undefined) {
    return (
      <DisabledControl {...buttonProps} reason={disabledReason} role="link">
        {children}
      </DisabledControl>
    );
  }
  return (
    <Button component={Link} to={to} onClick={onClick} {...buttonProps}>
      {children}
    </Button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "color" | "style" | "disabled"> {
  /** Accessible name. Also the tooltip, unless `hasTooltip` is false. */
  readonly label: string;
  readonly icon: ReactNode;
  /** In px. At least 28, or 44 on touch devices. */
  readonly size?: number;
  readonly hasTooltip?: boolean;
  readonly disabled?: boolean;
  /** Whether the button handles Escape, so that a surrounding dialog stays open. */
  readonly handlesEscape?: boolean;
  /** Makes the button look disabled. It stays focusable, and handlers must ignore clicks. */
  readonly "aria-disabled"?: boolean;
}

export function IconButton({
  label,
  icon,
  size = 28,
  hasTooltip = true,
  handlesEscape,
  ...button
}: IconButtonProps) {
  const control = (
    <NamedIcon
      {...button}
      size={`max(${Math.max(size, 28)}px, var(--ui-target))`}
      aria-label={label}
      data-mantine-stop-propagation={handlesEscape}
      data-disabled={button["aria-disabled"] ?? false}
    >
      {icon}
    </NamedIcon>
  );
  return hasTooltip ? <Tooltip label={label}>{control}</Tooltip> : control;
}

/** Ignores the description of the tooltip, which repeats the name. */
function NamedIcon({ "aria-describedby": _, ...button }: ComponentProps<typeof ActionIcon<"button">>) {
  return <ActionIcon {...button} />;
}

import { Button, type ButtonProps } from "@mantine/core";
import type { CSSProperties, MouseEventHandler, ReactNode, Ref } from "react";
import { type To } from "react-router-dom";
import { RefusedControl } from "./button-with-disabled-reason";
import { Link } from "./link";
import classes from "./link-button.module.css";
import { Hint } from "./tooltip";

interface LinkButtonProps extends Omit<ButtonProps, "disabled"> {
  readonly to: To;
  readonly children: ReactNode;
  /** Why it leads nowhere now: it stays readable and reachable, does nothing, and its hint says so. */
  readonly disabledReason?: string | undefined;
}

/** A link that looks like a button: it leads somewhere, so it opens in a new tab like any link. */
export function LinkButton({ to, children, disabledReason, ...look }: LinkButtonProps) {
  if (disabledReason !== undefined) {
    return (
      <RefusedControl {...look} reason={disabledReason} role="link">
        {children}
      </RefusedControl>
    );
  }
  return (
    <Button component={Link} to={to} {...look}>
      {children}
    </Button>
  );
}

interface IconButtonLook {
  /** The accessible name, shown as a hint as well. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Pixels; never below 28, and 44 where fingers are used. */
  readonly size?: number;
  /** False where the label stands beside it anyway. */
  readonly hint?: boolean;
}

interface IconButtonProps extends IconButtonLook {
  readonly to?: To;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  readonly disabled?: boolean;
  /** Escape on it means itself, not the dialog behind it. */
  readonly ownEscape?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  /** Looks disabled and keeps the focus; whoever sets it refuses the click. */
  readonly "aria-disabled"?: boolean;
  readonly "aria-expanded"?: boolean;
  readonly "aria-haspopup"?: "menu" | "dialog";
  readonly "aria-controls"?: string | undefined;
  readonly "aria-pressed"?: boolean;
}

/** A button (or, with `to`, a link) that shows an icon only. */
export function IconButton({
  label,
  icon,
  size = 28,
  hint = true,
  to,
  ownEscape,
  ...button
}: IconButtonProps) {
  const style: CSSProperties & Record<"--icon-button", string> = {
    "--icon-button": `max(${Math.max(size, 28)}px, var(--ui-target))`,
  };
  const control =
    to === undefined ? (
      <button
        type="button"
        className={classes.icon}
        style={style}
        aria-label={label}
        data-mantine-stop-propagation={ownEscape}
        {...button}
      >
        {icon}
      </button>
    ) : (
      <Link to={to} className={classes.icon} style={style} aria-label={label}>
        {icon}
      </Link>
    );
  return hint ? (
    <Hint label={label} isName>
      {control}
    </Hint>
  ) : (
    control
  );
}

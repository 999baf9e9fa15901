import { ActionIcon, Button, type ButtonProps, Kbd, Tooltip } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { Link, type To } from "react-router-dom";
import classes from "./kbd.module.css";

interface SubmitButtonProps extends ButtonProps {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly type?: "button" | "submit";
}

interface ButtonWithDisabledReasonProps extends Omit<SubmitButtonProps, "disabled"> {
  /** Why the button is unavailable. Shown in a tooltip. The button stays focusable. */
  readonly disabledReason?: string | undefined;
}

/** Shows a button that keeps focus while `loading`. Click handlers must prevent a second submission. */
export function SubmitButton({ loading = false, ...props }: SubmitButtonProps) {
  return (
    <Button
      {...props}
      loading={loading}
      renderRoot={(root) => (
        <button {...root} disabled={props.disabled} aria-disabled={loading || undefined} />
      )}
    />
  );
}

export function ButtonWithDisabledReason({ disabledReason, ...button }: ButtonWithDisabledReasonProps) {
  if (disabledReason === undefined) return <SubmitButton {...button} />;
  const { type: _type, onClick: _onClick, ...disabledButton } = button;
  return <DisabledControl {...disabledButton} reason={disabledReason} role="button" />;
}

interface DisabledControlProps extends ButtonProps {
  readonly children: ReactNode;
  readonly reason: string;
  readonly role: "button" | "link";
}

/** Shows a button that does nothing and tells why. It stays focusable, and a touch shows the reason too. */
function DisabledControl({ reason, role, ...buttonProps }: DisabledControlProps) {
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      <Button {...buttonProps} role={role} aria-disabled="true" data-disabled />
    </Tooltip>
  );
}

interface LinkButtonProps extends Omit<ButtonProps, "disabled"> {
  readonly to: To;
  readonly children: ReactNode;
  readonly disabledReason?: string | undefined;
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

export function IconButton(props: IconButtonProps) {
  const { label, icon, size = 28, hasTooltip = true, handlesEscape, ...button } = props;
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

/** Shortcut hint. Not part of the accessible name. Hidden on touch devices and while single-key shortcuts are off. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return <Kbd className={classes.keyHint ?? ""} data-keys={keys} aria-hidden />;
}

import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { Tooltip } from "./tooltip";

interface ButtonWithDisabledReasonProps extends Omit<ButtonProps, "disabled"> {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly type?: "button" | "submit";
  /** Why it cannot be used now: it stays readable and reachable, does nothing, and its hint says so. */
  readonly disabledReason?: string | undefined;
}

interface SubmitButtonProps extends ButtonProps {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly type?: "button" | "submit";
}

/**
 * A button that keeps the focus while it is `loading`. Mantine's own is really disabled then, which drops the focus
 * out of the dialog. It can still be pressed: whoever sends must refuse to send twice.
 */
export function SubmitButton(props: SubmitButtonProps) {
  return (
    <Button
      {...props}
      renderRoot={(root: ComponentProps<"button">) => (
        <button {...root} disabled={props.disabled} aria-disabled={props.loading || undefined} />
      )}
    />
  );
}

/** A button that, where it cannot be used, tells why. */
export function ButtonWithDisabledReason({
  disabledReason,
  onClick,
  ...buttonProps
}: ButtonWithDisabledReasonProps) {
  if (disabledReason === undefined) return <SubmitButton {...buttonProps} {...(onClick && { onClick })} />;
  const { type: _, ...disabledProps } = buttonProps;
  return <DisabledControl {...disabledProps} reason={disabledReason} role="button" />;
}

interface DisabledControlProps extends ButtonProps {
  readonly children: ReactNode;
  readonly reason: string;
  /** What it would be if it could be used. */
  readonly role: "button" | "link";
}

/** What stands in the place of a button or link that cannot be used now. */
export function DisabledControl({ reason, role, ...buttonProps }: DisabledControlProps) {
  return (
    <Tooltip label={reason} opensOnPress>
      <Button {...buttonProps} type="button" role={role} aria-disabled="true" data-disabled />
    </Tooltip>
  );
}

import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { Tooltip } from "./tooltip";

interface ButtonWithDisabledReasonProps extends Omit<ButtonProps, "disabled"> {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly type?: "button" | "submit";
  /** Why the button is unavailable. Shown in a tooltip. The button stays focusable. */
  readonly disabledReason?: string | undefined;
}

interface SubmitButtonProps extends ButtonProps {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly type?: "button" | "submit";
}

/**
 * Shows a button that keeps focus while `loading`. Click handlers must prevent a second submission.
 */
export function SubmitButton(props: SubmitButtonProps) {
  return <Button {...props} staysFocusable />;
}

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
  readonly role: "button" | "link";
}

export function DisabledControl({ reason, role, ...buttonProps }: DisabledControlProps) {
  return (
    <Tooltip label={reason} opensOnPress>
      <Button {...buttonProps} type="button" role={role} aria-disabled="true" data-disabled />
    </Tooltip>
  );
}

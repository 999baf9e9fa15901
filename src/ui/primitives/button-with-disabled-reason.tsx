import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

interface SubmitButtonProps extends ButtonProps {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly type?: "button" | "submit";
}

interface ButtonWithDisabledReasonProps extends Omit<SubmitButtonProps, "disabled"> {
  /** Why the button is unavailable. Shown in a tooltip. The button stays focusable. */
  readonly disabledReason?: string | undefined;
}

/**
 * Shows a button that keeps focus while `loading`. Click handlers must prevent a second submission.
 */
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

/** Shows a button that does nothing and tells why. It stays focusable, and a touch shows the reason too. */
export function DisabledControl({ reason, role, ...buttonProps }: DisabledControlProps) {
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      <Button {...buttonProps} role={role} aria-disabled="true" data-disabled />
    </Tooltip>
  );
}

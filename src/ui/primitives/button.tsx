import type { ComponentProps, ElementType, ReactNode } from "react";
import classes from "./button.module.css";

export interface ButtonProps {
  readonly variant?: "filled" | "default" | "subtle";
  /** Makes the button filled and red, regardless of `variant`. */
  readonly color?: "red";
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
  /** Whether to show a spinner. Disables the button unless `staysFocusable`. */
  readonly loading?: boolean | undefined;
  /** Whether the button stays enabled while loading. A disabled button would lose focus. */
  readonly staysFocusable?: boolean;
  readonly disabled?: boolean | undefined;
  /** Makes the button look disabled. It stays focusable. */
  readonly "data-disabled"?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

type PolymorphicProps<Root extends ElementType> = ButtonProps & {
  readonly component?: Root;
} & Omit<ComponentProps<Root>, keyof ButtonProps | "component">;

/**
 * Renders a button or, with `component`, a link that looks like one. Mantine's button would add
 * 8 KB to the first visit. Narrow layouts may style `[data-button]` and `[data-part]` (left, label
 * and right).
 */
export function Button<Root extends ElementType = "button">({
  component,
  variant = "filled",
  color,
  leftSection,
  rightSection,
  loading = false,
  staysFocusable = false,
  disabled = false,
  "data-disabled": looksDisabled = false,
  className,
  children,
  ...rest
}: PolymorphicProps<Root>) {
  const Root: ElementType = component ?? "button";
  const buttonProps = component === undefined && {
    type: "button",
    disabled: disabled || (loading && !staysFocusable),
    "aria-disabled": (loading && staysFocusable) || undefined,
  };
  return (
    <Root
      {...buttonProps}
      {...rest}
      className={["mantine-focus-auto", classes.root, className].filter(Boolean).join(" ")}
      data-button=""
      data-variant={color ?? variant}
      data-disabled={disabled || looksDisabled || undefined}
      data-loading={loading || undefined}
    >
      {loading && <span className={classes.loader} aria-hidden />}
      <span className={classes.inner}>
        {leftSection && (
          <span data-part="left" className={classes.left}>
            {leftSection}
          </span>
        )}
        <span data-part="label" className={classes.label}>
          {children}
        </span>
        {rightSection && (
          <span data-part="right" className={classes.right}>
            {rightSection}
          </span>
        )}
      </span>
    </Root>
  );
}

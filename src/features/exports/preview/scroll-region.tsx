import type { ComponentProps } from "react";
import classes from "./export-preview.module.css";

interface ScrollRegionProps extends Omit<ComponentProps<"section">, "aria-label" | "tabIndex"> {
  readonly label: string;
  readonly className: string | undefined;
}

export function ScrollRegion({ label, className, ...section }: ScrollRegionProps) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the content may have nothing to focus
  return <section {...section} className={`${classes.box} ${className}`} aria-label={label} tabIndex={0} />;
}

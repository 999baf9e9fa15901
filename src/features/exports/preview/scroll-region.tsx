import type { ComponentProps } from "react";

interface ScrollRegionProps extends Omit<ComponentProps<"section">, "aria-label" | "tabIndex"> {
  readonly label: string;
}

/** A scrollable region that is reachable by keyboard. */
export function ScrollRegion({ label, ...section }: ScrollRegionProps) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing in it has to take the focus
  return <section {...section} aria-label={label} tabIndex={0} />;
}

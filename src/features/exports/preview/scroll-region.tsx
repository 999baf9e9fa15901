import type { ComponentProps } from "react";

interface ScrollRegionProps extends Omit<ComponentProps<"section">, "aria-label" | "tabIndex"> {
  readonly label: string;
}

export function ScrollRegion({ label, ...section }: ScrollRegionProps) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the content may have nothing to focus
  return <section {...section} aria-label={label} tabIndex={0} />;
}

import type { ReactNode } from "react";

/** Looks of an icon. Icons are decoration: the control around them carries the name. */
export interface IconProps {
  /** Pixels, 16 by default. */
  readonly size?: number;
}

/** A component that draws an icon in the colour of the text around it. */
export type Icon = (props: IconProps) => ReactNode;

/** An icon of 16 by 16 units, drawn by lines of 1.5 in the colour of the text around it. */
export function createIcon(children: ReactNode): Icon {
  return function UiIcon({ size = 16 }) {
    return (
      <svg
        aria-hidden="true"
        focusable="false"
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        style={{ flexShrink: 0, display: "block" }}
      >
        {children}
      </svg>
    );
  };
}

/** An icon of one line. */
export const createPathIcon = (d: string) => createIcon(<path d={d} />);

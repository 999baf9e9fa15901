import type { ReactNode } from "react";

/** Icons are decorative. The surrounding control has the accessible name. */
export interface IconProps {
  /** In px. Defaults to 16. */
  readonly size?: number;
}

export type Icon = (props: IconProps) => ReactNode;

/** Creates an icon from shapes on a 16×16 grid. Strokes are 1.5 wide, in the color of the text. */
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

export const createPathIcon = (d: string) => createIcon(<path d={d} />);

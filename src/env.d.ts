/** False in a live-only build, which contains no emulator code. Set in vite.config.ts. */
declare const __WITH_EMULATOR__: boolean;

/** A help page, compiled by `.scripts/markdown-pages.ts`. */
declare module "*.md" {
  type Component<Props> = import("react").FunctionComponent<Props>;

  /** Elements that the app replaces with its own components. */
  interface PageElements {
    readonly Link: Component<{ readonly href: string; readonly children?: import("react").ReactNode }>;
    readonly CodeBlock: Component<{
      readonly label: string;
      readonly language?: string;
      readonly text: string;
    }>;
    readonly Table: Component<{ readonly label: string; readonly children?: import("react").ReactNode }>;
    readonly Cell: Component<{
      readonly isHeader: boolean;
      readonly align?: "left" | "center" | "right";
      readonly children?: import("react").ReactNode;
    }>;
  }

  export const title: string;
  /** The first paragraph, as plain text. */
  export const summary: string;
  /** Second-level headings. */
  export const headings: readonly { readonly id: string; readonly text: string }[];
  export const Summary: Component<{ readonly elements: PageElements }>;
  export const Content: Component<{ readonly elements: PageElements }>;
}

/** React's scheduler, which has no types of its own. */
declare module "scheduler" {
  export const unstable_UserBlockingPriority: number;
  export function unstable_scheduleCallback(priority: number, callback: () => void): void;
  export function unstable_requestPaint(): void;
  export function unstable_forceFrameRate(framesPerSecond: number): void;
}

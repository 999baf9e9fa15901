import { createContext } from "react";
import type { Location, NavigationType } from "react-router-dom";

/** A page that is rendered invisibly before the user opens it. */
export interface PrerenderedPage {
  /** Route path. */
  readonly path: string;
  readonly location: Location;
  readonly navigationType: NavigationType;
  readonly isRendered: () => boolean;
  /** Resolves when the page is rendered. Pending while the page waits for code. */
  readonly rendered: Promise<void>;
  readonly markAsRendered: () => void;
}

/** The page that the user will probably open next, or null. */
export const NextPage = createContext<PrerenderedPage | null>(null);

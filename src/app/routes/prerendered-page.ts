import { createContext } from "react";
import type { Location, NavigationType } from "react-router-dom";

/** A page or a drawer over the open page that is rendered invisibly before the user opens it. */
export interface PrerenderedPage {
  readonly location: Location;
  readonly navigationType: NavigationType;
  readonly isDrawer: boolean;
  /** Number of the elements that were rendered, or null before they are rendered. */
  readonly getElementCount: () => number | null;
  readonly markAsRendered: () => void;
}

/** The page that the user will probably open next, or null. */
export const NextPage = createContext<PrerenderedPage | null>(null);

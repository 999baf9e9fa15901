import { createContext } from "react";
import type { Location, NavigationType } from "react-router-dom";

/** A page or a drawer over the open page that is rendered invisibly before the user opens it. */
export interface PrerenderedPage {
  readonly location: Location;
  readonly navigationType: NavigationType;
  readonly isRendered: () => boolean;
  readonly markAsRendered: () => void;
}

/** The page that the user will probably open next, or null. */
export const NextPage = createContext<PrerenderedPage | null>(null);

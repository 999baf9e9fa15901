import { openTour } from "./tour-events";
import { isTourDismissed } from "./tour-storage";

/** The list of deliveries as it is opened first: a link with a search, a form or a record is followed for its own sake. */
const LANDING_PATH = /^\/p\/[^/]+\/subscriptions\/?$/;

/** Shows the tour on a first visit. Not to who came for something else, nor in a frame of another page. */
export function offerTour(): void {
  const isLanding = LANDING_PATH.test(location.pathname) && location.search === "";
  if (isLanding && window.top === window && !isTourDismissed()) openTour();
}

import { isModalOpen } from "./is-modal-open";
import { openTour } from "./tour-events";
import { isTourDismissed } from "./tour-storage";

/**
 * Matches the paths of the overview and the subscription list. Links to a form or record must not
 * open the tour.
 */
const LANDING_PATH = /^\/p\/[^/]+(?:\/subscriptions)?\/?$/;

/**
 * Shows the tour on a first visit to the overview or the subscription list. Does nothing if the URL
 * has a query string, if the app is in an iframe, or if a dialog is open.
 */
export function offerTour(): void {
  const isLanding = LANDING_PATH.test(location.pathname) && location.search === "";
  if (isLanding && window.top === window && !isTourDismissed() && !isModalOpen()) openTour();
}

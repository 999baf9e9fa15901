import { isModalOpen } from "./is-modal-open";
import { openTour } from "./tour-events";
import { isTourDismissed } from "./tour-storage";

/**
 * Matches the overview and the subscription list without a search. Links to a search, form or record must not open
 * the tour.
 */
const LANDING_PATH = /^\/p\/[^/]+(?:\/subscriptions)?\/?$/;

/** Shows the tour on a first visit to the overview or the list. Never in an iframe or behind a dialog. */
export function offerTour(): void {
  const isLanding = LANDING_PATH.test(location.pathname) && location.search === "";
  if (isLanding && window.top === window && !isTourDismissed() && !isModalOpen()) openTour();
}

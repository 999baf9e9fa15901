/** Set when the tour is first shown, so it also marks returning visitors. */
const TOUR_KEY = "environs.tour";

const SEEN = "seen";

/** Whether the tour was shown in this browser. If storage is blocked, whether it was shown in this tab. */
export function isTourDismissed(): boolean {
  try {
    return localStorage.getItem(TOUR_KEY) !== null;
  } catch {
    // `window.name` survives reloads without storage.
    return window.name === TOUR_KEY;
  }
}

export function storeTourDismissed(): void {
  try {
    localStorage.setItem(TOUR_KEY, SEEN);
  } catch {
    window.name = TOUR_KEY;
  }
}

const STORAGE_KEY = "environs.tour";
const SEEN = "seen";

/** Whether the tour was shown in this browser; where storage is forbidden, in this tab. */
export function isTourDismissed(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    // The name of a tab outlives a reload, and needs no storage.
    return window.name === STORAGE_KEY;
  }
}

/** Keeps that the tour was shown: it never comes by itself again. */
export function storeTourDismissed(): void {
  try {
    localStorage.setItem(STORAGE_KEY, SEEN);
  } catch {
    window.name = STORAGE_KEY;
  }
}

const STORAGE_KEY = "environs.tour";
const SEEN = "seen";

/** Whether the tour was shown in this browser. If storage is blocked, whether it was shown in this tab. */
export function isTourDismissed(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    // `window.name` survives reloads without storage.
    return window.name === STORAGE_KEY;
  }
}

export function storeTourDismissed(): void {
  try {
    localStorage.setItem(STORAGE_KEY, SEEN);
  } catch {
    window.name = STORAGE_KEY;
  }
}

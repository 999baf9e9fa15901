const STORAGE_KEY = "environs.tour";
const SEEN = "seen";

/** Whether the tour was already shown in this browser, or in this tab when storage is blocked. */
export function isTourDismissed(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    // `window.name` survives reloads and needs no storage.
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

const KEY = "environs.tour";
const SEEN = "seen";

/** Whether the tour was shown in this browser; where storage is forbidden, in this tab. */
export function tourWasSeen(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // The name of a tab outlives a reload, and needs no storage.
    return window.name === KEY;
  }
}

/** Keeps that the tour was shown: it never comes by itself again. */
export function rememberTour(): void {
  try {
    localStorage.setItem(KEY, SEEN);
  } catch {
    window.name = KEY;
  }
}

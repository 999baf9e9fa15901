const SINGLE_KEYS = "environs.single-keys";

/** Whether shortcuts of one key work. They can be switched off (WCAG 2.1.4). */
export function singleKeysEnabled(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== "off";
  } catch {
    return true;
  }
}

/** Lets hints of single keys be shown only where the keys work. */
export function markSingleKeys(): void {
  document.documentElement.dataset["singleKeys"] = singleKeysEnabled() ? "on" : "off";
}

/** Switches shortcuts of one key on or off, for this browser. */
export function setSingleKeys(enabled: boolean): void {
  try {
    if (enabled) localStorage.removeItem(SINGLE_KEYS);
    else localStorage.setItem(SINGLE_KEYS, "off");
  } catch {
    // Storage forbidden: the choice cannot be kept.
  }
  markSingleKeys();
}

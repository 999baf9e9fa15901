const SINGLE_KEYS_STORAGE_KEY = "environs.single-keys";

/** Whether shortcuts of one key work. They can be switched off (WCAG 2.1.4). */
export function areSingleKeysEnabled(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS_STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

/** Lets hints of single keys be shown only where the keys work. */
export function applySingleKeysAttribute(): void {
  document.documentElement.dataset["singleKeys"] = areSingleKeysEnabled() ? "on" : "off";
}

/** Switches shortcuts of one key on or off, for this browser. */
export function setSingleKeysEnabled(enabled: boolean): void {
  try {
    if (enabled) localStorage.removeItem(SINGLE_KEYS_STORAGE_KEY);
    else localStorage.setItem(SINGLE_KEYS_STORAGE_KEY, "off");
  } catch {
    // Storage forbidden: the choice cannot be kept.
  }
  applySingleKeysAttribute();
}

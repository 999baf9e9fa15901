const SINGLE_KEYS_STORAGE_KEY = "environs.single-keys";

/** Whether single-key shortcuts are on. WCAG 2.1.4 requires a way to turn them off. */
export function areSingleKeysEnabled(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS_STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

/** Hides shortcut hints when single-key shortcuts are off. */
export function applySingleKeysAttribute(): void {
  if (areSingleKeysEnabled()) delete document.documentElement.dataset["singleKeys"];
  else document.documentElement.dataset["singleKeys"] = "off";
}

export function setSingleKeysEnabled(enabled: boolean): void {
  try {
    if (enabled) localStorage.removeItem(SINGLE_KEYS_STORAGE_KEY);
    else localStorage.setItem(SINGLE_KEYS_STORAGE_KEY, "off");
  } catch {
    // Storage is blocked.
  }
  applySingleKeysAttribute();
}

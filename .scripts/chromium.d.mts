/**
 * Path of the headless shell of Chromium, otherwise of Chromium or Chrome; undefined when there is none.
 * CHROMIUM_PATH overrules the search.
 */
export function findChromium(): string | undefined;

/**
 * Path of a browser that exists. Installs Debian's headless shell where apt works without a password.
 * Throws an error that says what to install.
 */
export function ensureChromium(): Promise<string>;

/** Path of Chromium or Chrome with its window, installed where apt works; undefined when there is none. */
export function ensureFullChromium(): Promise<string | undefined>;

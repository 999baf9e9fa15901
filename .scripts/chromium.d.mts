/**
 * Returns the path of Chromium's headless shell, otherwise of Chromium or Chrome; undefined when there is none.
 * CHROMIUM_PATH overrides the search.
 */
export function findChromium(): string | undefined;

/**
 * Returns the path of a browser. Installs Debian's headless shell where apt works without a password. Rejects with an
 * error that says what to install.
 */
export function ensureChromium(): Promise<string>;

/**
 * Returns the path of Chromium or Chrome with its window, installed where apt works; undefined when there is none.
 */
export function ensureFullChromium(): Promise<string | undefined>;

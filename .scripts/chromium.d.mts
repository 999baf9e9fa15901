/**
 * Returns the path of Chromium's headless shell, or else of Chromium or Chrome. Undefined when none is installed.
 * CHROMIUM_PATH overrides the search.
 */
export function findChromium(): string | undefined;

/**
 * Returns the path of a browser. Installs Debian's headless shell if apt needs no password. Otherwise rejects with an
 * error that says what to install.
 */
export function ensureChromium(): Promise<string>;

/**
 * Returns the path of Chromium or Chrome with a window. Installs it through apt if possible. Undefined when none is
 * found.
 */
export function ensureFullChromium(): Promise<string | undefined>;

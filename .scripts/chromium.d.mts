/**
 * Returns the path of Chromium's headless shell, or else of Chromium or Chrome. Returns undefined
 * if none is installed. CHROMIUM_PATH overrides the search.
 */
export function findChromium(): string | undefined;

/**
 * Returns the path of a browser. Installs Debian's headless shell if apt can run without a
 * password. Otherwise rejects with an error that says what to install.
 */
export function ensureChromium(): Promise<string>;

/**
 * Returns the path of headed Chromium or Chrome. Installs Chromium through apt if possible. Returns
 * undefined if neither browser is available.
 */
export function ensureFullChromium(): Promise<string | undefined>;

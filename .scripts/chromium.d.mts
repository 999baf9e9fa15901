/** Path of Chromium or Chrome on this machine; undefined when there is none. CHROMIUM_PATH overrules the search. */
export function findChromium(): string | undefined;

/** Path of a browser that is surely there, installed if need be; throws a sentence that says what to install. */
export function ensureChromium(): Promise<string>;

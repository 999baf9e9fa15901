import type { LaunchOptions } from "@playwright/test";

/** Options for Playwright's `chromium.launch`: the machine's own browser, without its errands to other hosts. */
export function launchOptions(): LaunchOptions;

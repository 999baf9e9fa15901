import type { LaunchOptions } from "@playwright/test";

/**
 * Options for Playwright's `chromium.launch`: the installed browser, without its background requests to other hosts.
 */
export function launchOptions(): LaunchOptions;

import type { LaunchOptions } from "@playwright/test";

/**
 * Returns options for Playwright's `chromium.launch`: the installed browser, without background requests to other
 * hosts.
 */
export function launchOptions(): LaunchOptions;

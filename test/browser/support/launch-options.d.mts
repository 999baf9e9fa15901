import type { LaunchOptions } from "@playwright/test";

/**
 * Returns options for Playwright's `chromium.launch`. They select the installed browser and disable its background
 * requests to other hosts.
 */
export function launchOptions(): LaunchOptions;

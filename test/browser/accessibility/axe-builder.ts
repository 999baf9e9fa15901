import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What forced colours change of a page that was looked at as a whole before. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Axe for a page without frames of other origins, of which the app has none: then its answer need not be carried over
 * to a page of its own, which takes as long as the look itself.
 */
export function createAxeBuilder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(true);
}

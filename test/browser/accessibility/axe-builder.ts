import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Rules whose results change with forced colors, on a page that was already examined as a whole. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Creates an axe builder for a page without frames of other origins. The app has none, so axe's result need not be
 * merged in a separate page, which takes as long as the analysis itself.
 */
export function createAxeBuilder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(true);
}

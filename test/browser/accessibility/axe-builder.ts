import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Rules whose results change with forced colors. Used for pages that were already checked with all rules. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Creates an axe builder for a page without cross-origin frames, which the app doesn't have. Skips
 * merging the results of frames, because merging takes as long as the analysis itself.
 */
export function createAxeBuilder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(true);
}

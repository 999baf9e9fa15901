import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Rules whose results change with forced colors. They suffice for a page that was already examined with all rules. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Creates an axe builder for a page without cross-origin frames, which the app doesn't have. Skips merging their
 * results in a separate page, which takes as long as the analysis itself.
 */
export function createAxeBuilder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(true);
}

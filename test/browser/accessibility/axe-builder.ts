import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Creates an axe builder that doesn't merge the results of frames, because merging takes as long as
 * the analysis itself. In this mode, axe can't analyze cross-origin frames. The app has none.
 */
export function createAxeBuilder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(true);
}

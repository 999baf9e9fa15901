import { expect, it } from "vitest";
import { SESSION_PROPERTY_TYPES } from "@/contract/sessions";
import { KNOWN_PROPERTIES } from "@/features/sessions/property-labels";
import { propertyTypeLabel, propertyValueLabel } from "@/features/sessions/property-types";
import {
  describeNoValues,
  propertyCountMessage,
  valueCountMessage,
} from "@/features/sessions/session-messages";
import { renderCopy } from "./render-copy";

function typed(property_type: string | null) {
  return { property_type, is_numerical: null };
}

function countProperties(
  matchingCount: number,
  loadedCount: number,
  missingCount: number,
  isSearching: boolean,
) {
  return propertyCountMessage({ matchingCount, loadedCount, missingCount, isSearching });
}

it("reads the messages of sessions", async () => {
  const text = renderCopy({
    propertyCountMessage: [
      countProperties(22, 22, 0, false),
      countProperties(1, 1, 0, false),
      countProperties(1, 1, 21, false),
      countProperties(2, 22, 0, true),
      countProperties(1, 10, 12, true),
      countProperties(3, 10, 12, true),
    ],
    valueCountMessage: [
      valueCountMessage(0, 0, ""),
      valueCountMessage(0, 0, "docs"),
      valueCountMessage(1, 0, ""),
      valueCountMessage(5, 0, "docs"),
      valueCountMessage(20, 0, ""),
      valueCountMessage(19, 1, "docs"),
      valueCountMessage(25, 0, ""),
    ],
    describeNoValues: [
      describeNoValues("docs", true),
      describeNoValues("", true),
      describeNoValues("", false),
    ],
    propertyTypeLabel: [...SESSION_PROPERTY_TYPES, "Geometry", null].map((type) =>
      propertyTypeLabel(typed(type)),
    ),
    propertyValueLabel: ["1", "0", "2"].map((value) => propertyValueLabel(typed("Boolean"), value)),
    "propertyLabel and propertyDescription": [...KNOWN_PROPERTIES].map(
      ([name, { label, description }]) => `${name} | ${label} | ${description}`,
    ),
  });
  await expect(text).toMatchFileSnapshot("./sessions.txt");
});

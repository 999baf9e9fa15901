import type { Receivers, SaveEffect } from "@/data/subscriptions/subscription-effects";
import { pluralize } from "@/lib/text/numbers";

export type SaveKind = "create" | "save";

const VERBS = { create: "Create", save: "Save" } as const satisfies Record<SaveKind, string>;

/** Label of the primary button. @param receivers who receives a delivery as soon as it's saved; null for nobody */
export function saveLabel(kind: SaveKind, receivers: Receivers | null): string {
  if (receivers === null) return kind === "create" ? "Create subscription" : "Save changes";
  switch (receivers.channel) {
    case "email":
      return `${VERBS[kind]} and email ${pluralize(receivers.count, "person", "people")}`;
    case "slack":
      return `${VERBS[kind]} and post now`;
    default:
      return sendNowLabel(kind);
  }
}

/** Label of the primary button where a save sends nothing. */
export function quietSaveLabel(kind: SaveKind): string {
  return VERBS[kind];
}

/** Label of the button that also delivers. */
export function sendNowLabel(kind: SaveKind): string {
  return `${VERBS[kind]} and send now`;
}

/** Says in the preview who receives a delivery with the second button. */
export function sendNowNote(kind: SaveKind, delivery: SaveEffect): string {
  return `With “${sendNowLabel(kind)}”: ${delivery.text}`;
}

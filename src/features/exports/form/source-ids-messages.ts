import { namelessSourceHelp } from "@/data/catalog/insight-link-messages";
import type { NamesRefusal } from "@/data/catalog/source-labels";
import type { Problem } from "@/lib/text/problem";

/** @param refusal why names can't be loaded, or null if they can */
export function sourceIdsHelp(kind: "dashboard" | "insight", refusal: NamesRefusal | null): string {
  const help = `Creates one export per ${kind}.`;
  return refusal === null ? help : `${help} ${namelessSourceHelp(kind, refusal)}`;
}

export function tilesFailureMessage({ title, detail }: Pick<Problem, "title" | "detail">): string {
  return `Couldn't read the tiles. ${title}. ${detail}`;
}

/** Shown when dashboards were added or removed while their insights were loading. */
export function changedDashboardsMessage(): string {
  return "You changed the dashboards while the tiles were loading. Select “One file per tile” again.";
}

export function noTilesMessage(dashboardCount: number): string {
  return dashboardCount === 1 ? "This dashboard has no insights." : "These dashboards have no insights.";
}

import type { NamesRefusal } from "@/data/catalog/source-labels";
import type { Problem } from "@/lib/text/problem";

/** @param refusal why names can't be loaded, or null if they can */
export function sourceIdsHelp(kind: "dashboard" | "insight", refusal: NamesRefusal | null): string {
  const scopeNote = refusal === "scope" ? ` Add the scope ${kind}:read to the API key to see names.` : "";
  return `Creates one export per ${kind}.${scopeNote}`;
}

/** @param address `/insights/` followed by the short ID */
export function unknownInsightMessage(address: string): string {
  return `Couldn't find ${address}. Enter the insight's ID instead.`;
}

/** @param address `/insights/` followed by the short ID */
export function unreadInsightMessage(address: string): string {
  return `Couldn't look up ${address}. Try again, or enter the insight's ID instead.`;
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

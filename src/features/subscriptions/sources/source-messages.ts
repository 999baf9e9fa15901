import type { NamesRefusal, SourceKind } from "@/data/catalog/source-labels";
import { pluralForm } from "@/lib/text/numbers";

export function sourceKindLabel(kind: SourceKind): string {
  return kind === "dashboard" ? "Dashboard" : "Insight";
}

/** Explains why names are missing, and which scopes to add. Null if no names were refused. */
export function missingNamesMessage(
  refusals: Readonly<Partial<Record<SourceKind, NamesRefusal>>>,
): string | null {
  const refused = (["dashboard", "insight"] as const).filter((kind) => refusals[kind] !== undefined);
  const scopes = refused.filter((kind) => refusals[kind] === "scope").map((kind) => `${kind}:read`);
  if (scopes.length > 0)
    return `Add the ${pluralForm(scopes.length, "scope", "scopes")} ${scopes.join(" and ")} to the API key to see all names.`;
  const [kind] = refused;
  if (kind === undefined) return null;
  return `This server doesn't return ${refused.length === 2 ? "dashboard or insight" : kind} names.`;
}

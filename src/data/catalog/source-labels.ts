import { type Api, projectKey } from "@/data/backend/backend";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { lowerFirst, stripInvisible } from "@/lib/text/normalize-text";

export type SourceKind = "dashboard" | "insight";

/** Why the server returns no names. Either the API key lacks the scope, or the server doesn't serve names to keys. */
export type NamesRefusal = "scope" | "endpoint";

/** Loaded names of a project's dashboards and insights. Immutable. */
export interface SourceNames {
  /**
   * Names by `sourceKey`. An empty name means that the source doesn't exist or the API key can't read it. Also
   * contains the results of `useCheckSources` by `sourceCheckKey`.
   */
  readonly names: ReferenceNames;
  /** Short IDs by insight ID. URLs contain short IDs. */
  readonly shortIds: ReadonlyMap<number, string>;
  readonly refusals: Readonly<Partial<Record<SourceKind, NamesRefusal>>>;
}

export const NO_SOURCE_NAMES: SourceNames = { names: NO_NAMES, shortIds: new Map(), refusals: {} };

/** Returns the query key of a part of the catalog, such as the names. */
export function catalogKey(api: Api, ...parts: readonly unknown[]) {
  return projectKey(api, "catalog", ...parts);
}

export function sourceNamesKey(api: Api) {
  return catalogKey(api, "names");
}

export function sourceKey(kind: SourceKind, id: number): string {
  return `${kind} ${id}`;
}

/** A record that refers to a dashboard, an insight or both. Newer servers also send the source's name. */
export interface SourceReference {
  readonly dashboard: number | null;
  readonly insight: number | null;
  readonly resource_name?: string | null | undefined;
  readonly insight_short_id?: string | null | undefined;
}

export function sourceKeyOf({ dashboard, insight }: SourceReference): string | null {
  if (dashboard !== null) return sourceKey("dashboard", dashboard);
  return insight === null ? null : sourceKey("insight", insight);
}

/** Returns the search filter for records with the same source. */
export function sourceFilter({ dashboard, insight }: SourceReference) {
  if (dashboard !== null) return { field: "dashboard", value: dashboard, label: "this source" };
  return insight === null ? null : { field: "insight", value: insight, label: "this source" };
}

/** Trims a name. Returns "" for a missing name, for which some servers send "None". */
export function cleanSourceName(name: string | null | undefined): string {
  const clean = stripInvisible(name ?? "").trim();
  return clean === "None" ? "" : clean;
}

/** Returns the name of a record's source, or "" when unknown. */
export function sourceNameOf(record: SourceReference, names: ReferenceNames): string {
  const key = sourceKeyOf(record);
  if (key === null) return "";
  return cleanSourceName(record.resource_name) || (names.get(key) ?? "");
}

/** Returns "Growth overview", or "Dashboard 12" for an unknown name. Empty without a source. */
export function shortSourceLabel(record: SourceReference, names: ReferenceNames): string {
  return sourceNameOf(record, names) || idLabel(record);
}

/**
 * Returns "Growth overview (dashboard 12)", or "Dashboard 12" for an unknown name. Adds "(deleted
 * or hidden)" if the source is missing. Empty for a record without a source.
 */
export function fullSourceLabel(record: SourceReference, names: ReferenceNames): string {
  const ids = idLabel(record);
  const name = sourceNameOf(record, names);
  if (name !== "") return `${name} (${lowerFirst(ids)})`;
  return isSourceMissing(record, names) ? `${ids} (deleted or hidden)` : ids;
}

/** Whether a record's source doesn't exist or can't be read with the API key. */
export function isSourceMissing(record: SourceReference, names: ReferenceNames): boolean {
  const key = sourceKeyOf(record);
  return key !== null && names.get(key) === "" && cleanSourceName(record.resource_name) === "";
}

/**
 * Result of reading a source. Servers never deliver a deleted source, or a dashboard without insights, although the
 * subscription is active (server-generations, Seen on a running server).
 */
export type SourceCheck = "deleted" | "no-insights" | "deliverable";

/** Returns the key of a source's `SourceCheck` in `SourceNames.names`. */
export function sourceCheckKey(key: string): string {
  return `${CHECK_PREFIX}${key}`;
}

const CHECK_PREFIX = "check ";

export function isSourceCheckKey(key: string): boolean {
  return key.startsWith(CHECK_PREFIX);
}

/** Returns what reading a record's source has shown, or null if unknown. */
export function sourceCheckOf(record: SourceReference, names: ReferenceNames): SourceCheck | null {
  const key = sourceKeyOf(record);
  if (key === null || names.size === 0) return null;
  const check = names.get(sourceCheckKey(key));
  return check === "deleted" || check === "no-insights" || check === "deliverable" ? check : null;
}

function idLabel({ dashboard, insight }: SourceReference): string {
  if (dashboard === null) return insight === null ? "" : `Insight ${insight}`;
  return insight === null ? `Dashboard ${dashboard}` : `Dashboard ${dashboard}, insight ${insight}`;
}

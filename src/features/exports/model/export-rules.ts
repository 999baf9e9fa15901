import type { ExportCreation, ExportedAsset } from "@/api/exports";
import { createListUrlMemory } from "@/data/browser-storage/local-storage";
import { fullSourceLabel, sourceNameOf } from "@/data/catalog/source-labels";
import { type ExportSource, getExportSource, getExportState, isExpiring } from "@/data/exports/exports";
import { getFormatNames } from "@/lib/file/export-formats";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { lowerFirst, stripInvisible } from "@/lib/text/normalize-text";
import { pluralize } from "@/lib/text/numbers";
import { formatDay, formatRelative } from "@/lib/time/dates";
import type { ListSearchParams } from "@/lib/url/url-state";
import { createCollectionSearch } from "@/ui/collection-table/collection-search";

/** Scope that servers require for creating exports (contract, Exports). */
export const EXPORT_WRITE_SCOPE = "export:write";

export const EXPORT_NOUN = { singular: "export", plural: "exports" };

export function exportId({ id }: ExportedAsset): number {
  return id;
}

/** State as displayed. `stuck` is a pending export that probably won't finish. */
export type ExportStateName = "pending" | "stuck" | "ready" | "expiring" | "failed" | "expired";

export const EXPORT_STATE_LABELS: Readonly<Record<ExportStateName, string>> = {
  pending: "Generating",
  stuck: "Stuck",
  ready: "Ready",
  expiring: "Expires soon",
  failed: "Failed",
  expired: "Expired",
};

export interface ExportStateDescription {
  readonly state: ExportStateName;
  readonly label: string;
  /** Age or server error message, displayed beside the label. */
  readonly detail: string | null;
  /** Text for the detail page, in one or more sentences. */
  readonly explanation: string;
}

export function getExportDisplayState(record: ExportedAsset, now: Date): ExportStateName {
  const state = getExportState(record, now);
  if (state.kind === "pending") return state.isStuck ? "stuck" : "pending";
  return state.kind === "ready" && isExpiring(record, now) ? "expiring" : state.kind;
}

export function describeExportState(record: ExportedAsset, now: Date): ExportStateDescription {
  const name = getExportDisplayState(record, now);
  const state = getExportState(record, now);
  const expiry = record.expires_after ?? "";
  const explanations: Readonly<Record<ExportStateName, string>> = {
    pending: "This page updates automatically.",
    stuck: "No file after 10 minutes. Run the export again.",
    failed: "The export failed. Run it again. Server response:",
    expired: "The export has expired. Run it again to get a new file.",
    expiring: `Available until ${formatDay(expiry)} (${formatRelative(expiry, now)}). Download the file, or run the export again.`,
    ready: "The file can be downloaded.",
  };
  return {
    state: name,
    label: EXPORT_STATE_LABELS[name],
    detail:
      state.kind === "pending" ? formatAge(state.ageMs) : state.kind === "failed" ? state.message : null,
    explanation: explanations[name],
  };
}

/** Formats a state with its detail: "Stuck for 11 minutes". Null if the state has no detail. */
export function formatExportState({ state, label, detail }: ExportStateDescription): string | null {
  if (detail === null) return null;
  return state === "failed" ? `${label}: ${detail}` : `${label} ${detail}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Formats an age: "for 3 minutes". Null when unknown. */
function formatAge(ageMs: number | null): string | null {
  if (ageMs === null) return null;
  if (ageMs < MINUTE_MS) return "for less than a minute";
  if (ageMs < HOUR_MS) return `for ${pluralize(Math.floor(ageMs / MINUTE_MS), "minute", "minutes")}`;
  if (ageMs < 48 * HOUR_MS) return `for ${pluralize(Math.floor(ageMs / HOUR_MS), "hour", "hours")}`;
  return `for ${pluralize(Math.floor(ageMs / (24 * HOUR_MS)), "day", "days")}`;
}

export function hasFile(record: ExportedAsset, now: Date): boolean {
  return getExportState(record, now).kind === "ready";
}

/** Returns why an export has no file. Undefined if it has one. */
export function missingFileReason(record: ExportedAsset, now: Date): string | undefined {
  switch (getExportState(record, now).kind) {
    case "ready":
      return undefined;
    case "pending":
      return "The file isn't ready yet.";
    case "failed":
      return "The export failed. Run it again.";
    case "expired":
      return "The export has expired. Run it again.";
  }
}

function formatSource(source: Exclude<ExportSource, { readonly id: number }>): string {
  switch (source.kind) {
    case "recording":
      return "Session recording";
    case "query":
      return source.query === null ? "Query" : `Query (${source.query})`;
    case "path":
      return formatApiPath(source.path);
    case "context":
      return "Custom definition";
    case "none":
      return "No source";
  }
}

/** Formats a path by its last segment: "API path …/persons/". */
function formatApiPath(path: string): string {
  const pathname = path.split(/[?#]/)[0] ?? "";
  const segments = pathname.split("/").filter(Boolean);
  const lastSegment = segments.at(-1);
  return lastSegment === undefined ? "API path" : `API path …/${lastSegment}/`;
}

type SourceFields = Pick<ExportedAsset, "dashboard" | "insight" | "export_context">;

/** Formats an export's source: "Growth overview (dashboard 12)". */
export function exportSourceLabel(record: SourceFields, names: ReferenceNames = NO_NAMES): string {
  const source = getExportSource(record);
  return "id" in source ? fullSourceLabel(record, names) : formatSource(source);
}

/** Returns the file name, or a generated name such as "PNG image of Growth overview". */
export function exportName(
  record: SourceFields & Pick<ExportedAsset, "export_format" | "filename">,
  names: ReferenceNames = NO_NAMES,
): { readonly text: string; readonly isGenerated: boolean } {
  // Characters that change the text direction could display `gnp.exe` as `exe.png`.
  const fileName = stripInvisible(record.filename ?? "").trim();
  if (fileName) return { text: fileName, isGenerated: false };
  const { label } = getFormatNames(record.export_format);
  if (getExportSource(record).kind === "none") return { text: label, isGenerated: true };
  const name = sourceNameOf(record, names);
  if (name !== "") return { text: `${label} of ${name}`, isGenerated: true };
  const sourceText = exportSourceLabel(record);
  // Preserves the case of "API".
  const inSentence = sourceText.startsWith("API") ? sourceText : lowerFirst(sourceText);
  return { text: `${label} of ${inSentence}`, isGenerated: true };
}

/** Formats the name of a requested export: "CSV table of insight 7". */
export function exportRequestName(body: ExportCreation): string {
  const { dashboard = null, insight = null, export_format, export_context = null } = body;
  return exportName({ dashboard, insight, export_format, export_context, filename: null }).text;
}

export const exportSearch = createCollectionSearch(() =>
  import("@/features/exports/list/export-search").then(({ EXPORT_SEARCH }) => EXPORT_SEARCH),
);
export const { load: loadExportSearch } = exportSearch;

/** Stores the list's URL, so that other pages can link back to it. */
export const { useRememberListUrl: useRememberExportList, useLastListUrl: useLastExportList } =
  createListUrlMemory<ListSearchParams>();

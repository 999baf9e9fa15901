import type { ExportCreation, ExportedAsset } from "@/contract/exports";
import { type ExportSource, exportStateOf, isExpiring, sourceOf } from "@/data/exports/export-state";
import { withoutUnseen } from "@/lib/text/invisible-characters";
import { plural } from "@/lib/text/numbers";
import { formatDay, formatRelative } from "@/lib/time/dates";
import { namesOf } from "./export-formats";

/** The scope a key needs to make an export (contract, Exports). */
export const WRITE_SCOPE = "export:write";

/** What the records of a list are called where they are counted. */
export const EXPORTS = { one: "export", other: "exports" };

/** By what a table knows an export. */
export function idOf({ id }: ExportedAsset): number {
  return id;
}

/** What an export is at a moment, in one word. Stuck is a pending one that nobody should wait for. */
export type ExportStateName = "pending" | "stuck" | "ready" | "expiring" | "failed" | "expired";

/** A state with what it means, for the list and the banner of the detail page. */
export interface StateReading {
  readonly state: ExportStateName;
  readonly label: string;
  /** Beside the label, where the list has room: the age, or the server's own words. */
  readonly detail: string | null;
  /** A sentence on what it means. */
  readonly why: string;
}

/** The state of an export in one word. */
export function stateName(record: ExportedAsset, now: Date): ExportStateName {
  const state = exportStateOf(record, now);
  if (state.kind === "pending") return state.isStuck ? "stuck" : "pending";
  return state.kind === "ready" && isExpiring(record, now) ? "expiring" : state.kind;
}

/** The state of an export with what it means. */
export function stateOf(record: ExportedAsset, now: Date): StateReading {
  const name = stateName(record, now);
  const state = exportStateOf(record, now);
  switch (name) {
    case "pending":
      return {
        state: name,
        label: "Pending",
        detail: state.kind === "pending" ? ageWords(state.ageMs) : null,
        why: "The server is making the file. This page looks again by itself while it is open.",
      };
    case "stuck":
      return {
        state: name,
        label: "Stuck",
        detail: state.kind === "pending" ? ageWords(state.ageMs) : null,
        why: "There is no file after 10 minutes. The server may have given up without saying so: run it again.",
      };
    case "failed":
      return {
        state: name,
        label: "Failed",
        detail: state.kind === "failed" ? state.words : null,
        why: "The server could not make the file. In its own words:",
      };
    case "expired":
      return {
        state: name,
        label: "Expired",
        detail: null,
        why: "Its time is over: servers drop such an export with its file. Run it again for a new one.",
      };
    case "expiring":
      return {
        state: name,
        label: "Expires soon",
        detail: null,
        why: `The server keeps the file until ${formatDay(record.expires_after ?? "")} (${formatRelative(record.expires_after ?? "", now)}). Download it, or run it again.`,
      };
    case "ready":
      return { state: name, label: "Ready", detail: null, why: "The file can be downloaded." };
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** "for 3 minutes"; null where nobody knows since when. @param ageMs in ms */
function ageWords(ageMs: number | null): string | null {
  if (ageMs === null) return null;
  if (ageMs < MINUTE) return "for less than a minute";
  if (ageMs < HOUR) return `for ${plural(Math.floor(ageMs / MINUTE), "minute", "minutes")}`;
  if (ageMs < 48 * HOUR) return `for ${plural(Math.floor(ageMs / HOUR), "hour", "hours")}`;
  return `for ${plural(Math.floor(ageMs / (24 * HOUR)), "day", "days")}`;
}

/** Whether there is a file to fetch. */
export function hasFile(record: ExportedAsset, now: Date): boolean {
  return exportStateOf(record, now).kind === "ready";
}

/** Why there is no file to fetch; undefined where there is one. */
export function noFileReason(record: ExportedAsset, now: Date): string | undefined {
  switch (exportStateOf(record, now).kind) {
    case "ready":
      return undefined;
    case "pending":
      return "The file is not ready yet.";
    case "failed":
      return "The server could not make the file.";
    case "expired":
      return "It has expired; the server keeps it no longer.";
  }
}

/** What is exported: "Dashboard 12", "Query (HogQLQuery)". */
function sourceWords(source: ExportSource): string {
  switch (source.kind) {
    case "dashboard":
      return `Dashboard ${source.id}`;
    case "insight":
      return `Insight ${source.id}`;
    case "recording":
      return "Session recording";
    case "query":
      return source.query === null ? "Query" : `Query (${source.query})`;
    case "path":
      return pathWords(source.path);
    case "context":
      return "Context";
    case "none":
      return "No source";
  }
}

/** The last steps of an API's address say what it is: "…/persons/". */
function pathWords(path: string): string {
  const plain = path.split(/[?#]/)[0] ?? "";
  const steps = plain.split("/").filter(Boolean);
  const last = steps.at(-1);
  return last === undefined ? "API path" : `API path …/${last}/`;
}

type Sourced = Pick<ExportedAsset, "dashboard" | "insight" | "export_context">;

/** What an export shows: "Dashboard 12". */
export function sourceLabel(record: Sourced): string {
  const { dashboard, insight } = record;
  if (dashboard !== null && insight !== null) return `Dashboard ${dashboard}, insight ${insight}`;
  return sourceWords(sourceOf(record));
}

/** The name of the file, or one made of what it shows: "PNG image of dashboard 12". */
export function nameOf(record: Sourced & Pick<ExportedAsset, "export_format" | "filename">): {
  readonly text: string;
  readonly isMade: boolean;
} {
  // A name that reads "…exe.png" and is none would be believed here.
  const name = withoutUnseen(record.filename ?? "").trim();
  if (name) return { text: name, isMade: false };
  const { label } = namesOf(record.export_format);
  if (sourceOf(record).kind === "none") return { text: label, isMade: true };
  const words = sourceLabel(record);
  // Abbreviations keep their capitals.
  const inSentence = words.startsWith("API") ? words : words.charAt(0).toLowerCase() + words.slice(1);
  return { text: `${label} of ${inSentence}`, isMade: true };
}

/** What a request asks for: "CSV table of insight 7". */
export function requestName(body: ExportCreation): string {
  const { dashboard = null, insight = null, export_format, export_context = null } = body;
  return nameOf({ dashboard, insight, export_format, export_context, filename: null }).text;
}

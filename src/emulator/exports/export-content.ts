import type { EmulatedProject } from "@/emulator/backend/backend";
import { listDashboards, listInsights } from "@/emulator/backend/dashboard-catalog";
import { type ExportTable, getExtension } from "@/emulator/export-files/export-files";

import { hashText, seededRandom } from "@/emulator/random/seed-random";
import type { ExportRow } from "./export-row";

const WEEK_MS = 7 * 86_400_000;

// Dashboard and insight names by ID. Cached per project, because a page of exports needs many names.
const names = new WeakMap<EmulatedProject, ReadonlyMap<number, string>>();

function findSourceName(project: EmulatedProject, id: number): string | undefined {
  const known =
    names.get(project) ??
    new Map([...listDashboards(project), ...listInsights(project)].map((entry) => [entry.id, entry.name]));
  names.set(project, known);
  return known.get(id);
}

/** Returns the file name in an export context, before `toSlug` makes it safe. */
function getContextName(context: unknown): string | undefined {
  if (typeof context !== "object" || context === null || !("filename" in context)) return undefined;
  return typeof context.filename === "string" ? context.filename : undefined;
}

/**
 * Removes special characters and joins words with hyphens, so that the result is safe in a path or
 * header.
 */
function toSlug(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9\s_-]/g, "")
    .trim()
    .replace(/[\s-]+/g, "-")
    .slice(0, 120);
}

/**
 * Returns the file name that a server would use: the name in the context, `export-` with the
 * source's name, or `export`.
 */
export function getFilename(project: EmulatedProject, row: ExportRow): string {
  const requestedName = toSlug(getContextName(row.export_context) ?? "");
  const source = row.dashboard ?? row.insight;
  const sourceName = source === null ? "" : toSlug(findSourceName(project, source) ?? "");
  const name = requestedName || (sourceName ? `export-${sourceName}` : "export");
  return `${name}.${getExtension(row.export_format)}`;
}

/**
 * Creates the file's content: twelve weeks of random figures, which depend only on the export's ID.
 */
export function createExportTable(project: EmulatedProject, row: ExportRow, readyAt: Date): ExportTable {
  const random = seededRandom(hashText(`figures ${row.id}`));
  const source = row.dashboard ?? row.insight;
  const baseline = 400 + random() * 4_000;
  const created = Date.parse(row.created_at);
  return {
    title:
      (source === null ? undefined : findSourceName(project, source)) ??
      getContextName(row.export_context) ??
      "Export",
    generatedAt: readyAt.toISOString(),
    columns: ["Week", "Visitors", "Conversions"],
    rows: Array.from({ length: 12 }, (_, week) => {
      const visitors = Math.round(baseline * (0.8 + 0.03 * week + random() * 0.3));
      const label = new Date(created - (12 - week) * WEEK_MS).toISOString().slice(0, 10);
      return { label, values: [visitors, Math.round(visitors * (0.02 + random() * 0.03))] };
    }),
  };
}

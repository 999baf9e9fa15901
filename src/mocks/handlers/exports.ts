import { HttpResponse, http } from "msw";
import * as z from "zod/mini";
import { type ProjectContext, readBody, requireScope, withProject } from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { fail, refuseIf } from "@/mocks/errors";
import { createSourceFields, field, formatWireDate, parseBody, requireOwnSource } from "@/mocks/fields";
import { paginate } from "@/mocks/paginate";
import { getSourceName, type SourceFields } from "@/mocks/seed/catalog";
import { EXPORT_FORMATS, type ExportRow, getDefaultExpiry, planOutcome } from "@/mocks/seed/exports";
import { seededRandom } from "@/mocks/seed/random";

const LIST = "*/api/:prefix/:project_id/exports";
const RECORD = `${LIST}/:id`;
const READ = "export:read";
/** Servers report a failure after 630 s without content (upstream-facts, Exports). */
const TIMEOUT_MS = 630_000;
const TIMEOUT_MESSAGE =
  "Export failed without throwing an exception. Please try to rerun this export and contact support if it fails to complete multiple times.";
const WEEK_MS = 7 * 86_400_000;

/** Returns whether an export is pending, when it became ready, or why it failed. The state isn't stored. */
function getState({ created_at, outcome, durationMs }: ExportRow, now: Date) {
  const created = Date.parse(created_at);
  const age = now.getTime() - created;
  const isPending = outcome === "stuck" ? age <= TIMEOUT_MS : age < durationMs;
  const exception = outcome === "stuck" ? TIMEOUT_MESSAGE : outcome === "ready" ? null : outcome.exception;
  return {
    readyAt: isPending || exception !== null ? null : new Date(created + durationMs),
    exception: isPending ? null : exception,
  };
}

function getContextName({ export_context: context }: ExportRow): string | undefined {
  if (typeof context !== "object" || context === null || !("filename" in context)) return undefined;
  return typeof context.filename === "string" ? context.filename : undefined;
}

/** Removes special characters and joins words with hyphens, so that the result is safe in a path or header. */
function toSlug(text = ""): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9\s_-]/g, "")
    .trim()
    .replace(/[\s-]+/g, "-")
    .slice(0, 120);
}

/** Returns the name in the context, `export-` with the source's name, or `export`, as servers do. */
function getFilename(context: ProjectContext, row: ExportRow): string {
  const sourceName = toSlug(getSourceName(context.project, row));
  const name = toSlug(getContextName(row)) || (sourceName ? `export-${sourceName}` : "export");
  return `${name}.${EXPORT_FORMATS[row.export_format] ?? "bin"}`;
}

function serializeExport(context: ProjectContext, row: ExportRow) {
  const { readyAt, exception } = getState(row, context.now);
  return {
    id: row.id,
    dashboard: row.dashboard,
    insight: row.insight,
    export_format: row.export_format,
    created_at: row.created_at,
    has_content: readyAt !== null,
    export_context: row.export_context,
    filename: getFilename(context, row),
    expires_after: row.expires_after,
    exception,
  };
}

const isExpired = (row: ExportRow, now: Date) => Date.parse(row.expires_after) <= now.getTime();

/** Lists the caller's unexpired exports, newest first. */
function listExports(context: ProjectContext): Promise<Response> {
  const { user, now } = context;
  const rows = context.exports.rows().filter((row) => row.created_by === user.uuid && !isExpired(row, now));
  return paginate(context, rows, (row) => serializeExport(context, row));
}

/** Throws 403 without the scope of an export's source, which only newer servers require. */
function requireSourceScope({ key, isNewer }: ProjectContext, { dashboard, insight }: SourceFields): void {
  if (!isNewer) return;
  if (insight !== null) return requireScope(key, "insight:read");
  requireScope(key, dashboard === null ? "query:read" : "dashboard:read");
}

/** Returns the export with the ID in the path. On newer servers, only the author can find it. */
function findExport(context: ProjectContext): ExportRow {
  const row = context.exports.get(String(context.params["id"]));
  if (!row || isExpired(row, context.now)) return fail.notFound();
  if (context.isNewer && row.created_by !== context.user.uuid) return fail.notFound();
  requireSourceScope(context, row);
  return row;
}

const getExport = (context: ProjectContext) =>
  HttpResponse.json(serializeExport(context, findExport(context)));

/** Whether a source is given. As in Python, an empty context counts as missing. */
const isGiven = (value: unknown) =>
  typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);

async function createExport(context: ProjectContext): Promise<Response> {
  const { request, now, user, exports } = context;
  const schema = z.object({
    ...createSourceFields(context),
    export_format: field.choice(Object.keys(EXPORT_FORMATS)),
    export_context: z.optional(z.unknown()),
    expires_after: z.optional(z.nullable(field.date())),
  });
  const sent = parseBody(schema, await readBody(request));
  const { dashboard = null, insight = null, export_format, export_context = null } = sent;
  refuseIf(
    ![dashboard, insight, export_context].some(isGiven),
    "Either dashboard, insight or export_context is required for an export.",
    null,
  );
  requireOwnSource(context, sent);
  requireSourceScope(context, { dashboard, insight });
  const id = exports.nextId();
  const row: ExportRow = {
    id,
    dashboard,
    insight,
    export_format,
    created_at: formatWireDate(now),
    export_context,
    expires_after: sent.expires_after ?? getDefaultExpiry(now.getTime()),
    created_by: user.uuid,
    ...planOutcome(id, export_format),
  };
  exports.put(row);
  return HttpResponse.json(serializeExport(context, row), { status: 201 });
}

/** Creates twelve weeks of random figures, which depend only on the export's ID. */
function createFigures({ id, created_at }: ExportRow) {
  const random = seededRandom(`figures ${id}`);
  const baseline = 400 + random() * 4_000;
  return Array.from({ length: 12 }, (_, week) => {
    const Visitors = Math.round(baseline * (0.8 + 0.03 * week + random() * 0.3));
    const monday = new Date(Date.parse(created_at) - (12 - week) * WEEK_MS);
    const Conversions = Math.round(Visitors * (0.02 + random() * 0.03));
    return { Week: monday.toISOString().slice(0, 10), Visitors, Conversions };
  });
}

/** Samples of binary files, as data URLs, which work in the page and in Node. */
const SAMPLES: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = {
  "image/png": () => import("@/mocks/samples/sample.png?url&inline"),
  "application/pdf": () => import("@/mocks/samples/sample.pdf?url&inline"),
  "image/gif": () => import("@/mocks/samples/sample.gif?url&inline"),
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": () =>
    import("@/mocks/samples/sample.xlsx?url&inline"),
};

async function readFile(context: ProjectContext, row: ExportRow, readyAt: Date) {
  const loadSample = SAMPLES[row.export_format];
  if (loadSample) {
    const { default: url } = await loadSample();
    return Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (character) => character.charCodeAt(0));
  }
  const results = createFigures(row);
  const rows = [Object.keys(results[0] ?? {}), ...results.map((figures) => Object.values(figures))];
  const title = getSourceName(context.project, row) ?? getContextName(row) ?? "Export";
  const text =
    row.export_format === "text/csv"
      ? rows.map((cells) => `${cells.join(",")}\r\n`).join("")
      : JSON.stringify({ title, generated_at: readyAt.toISOString(), results }, null, 2);
  // Copied, because the encoder's result may use any kind of buffer.
  return new Uint8Array(new TextEncoder().encode(text));
}

async function getContent(context: ProjectContext): Promise<Response> {
  const { searchParams } = context.url;
  const row = findExport(context);
  const { readyAt } = getState(row, context.now);
  if (readyAt === null) return fail.notFound();
  const bytes = await readFile(context, row, readyAt);
  const headers = new Headers({ "Content-Type": row.export_format, "Cache-Control": "max-age=86400" });
  if (searchParams.get("download") === "true")
    headers.set("Content-Disposition", `attachment; filename="${getFilename(context, row)}"`);
  headers.set("Content-Length", String(bytes.length));
  return new HttpResponse(bytes, { headers });
}

/** Finishes every pending export with its planned outcome, except stuck ones. */
export function finishExports(db: Db): void {
  const now = db.now();
  for (const project of db.world.projects) {
    const { exports } = db.tables(project);
    for (const row of exports.rows()) {
      const ageMs = Math.max(0, now.getTime() - Date.parse(row.created_at));
      if (row.outcome !== "stuck" && ageMs < row.durationMs) exports.put({ ...row, durationMs: ageMs });
    }
  }
}

/** Exported files (contract, endpoints 15 to 18). */
export const exportHandlers = (db: Db) => [
  http.get(LIST, withProject(db, READ, listExports)),
  http.post(LIST, withProject(db, "export:write", createExport)),
  http.get(RECORD, withProject(db, READ, getExport)),
  http.get(`${RECORD}/content`, withProject(db, READ, getContent)),
];

import { HttpResponse, http } from "msw";
import * as z from "zod/mini";
import { type ProjectContext, readBody, requireScope, withProject } from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { fail } from "@/mocks/errors";
import { createSourceFields, field, formatWireDate, parseBody, requireOwnSource } from "@/mocks/fields";
import { paginate } from "@/mocks/paginate";
import { getSourceName, type SourceFields } from "@/mocks/seed/catalog";
import { EXPORT_FORMATS, type ExportRow, getDefaultExpiry, planOutcome } from "@/mocks/seed/exports";

const LIST = "*/api/:prefix/:project_id/exports";
const RECORD = `${LIST}/:id`;
const READ = "export:read";
const WEEK_MS = 7 * 86_400_000;

/** Whether an export has its file or its exception. */
const isDone = ({ created_at, durationMs }: ExportRow, now: Date) =>
  now.getTime() - Date.parse(created_at) >= durationMs;

const getContextName = ({ export_context }: ExportRow) =>
  z.safeParse(z.object({ filename: z.string() }), export_context).data?.filename;

/** Removes special characters and joins words with hyphens, so that the result is safe in a path or header. */
function toSlug(text = ""): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9\s_-]/g, "");
  return plain
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
  const { created_by, durationMs, ...fields } = row;
  const exception = isDone(row, context.now) ? row.exception : null;
  const has_content = isDone(row, context.now) && exception === null;
  return { ...fields, has_content, filename: getFilename(context, row), exception };
}

const isExpired = (row: ExportRow, now: Date) => Date.parse(row.expires_after) <= now.getTime();

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
  if (![dashboard, insight, export_context].some(isGiven))
    fail.invalidInput("Either dashboard, insight or export_context is required for an export.");
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

const createFigures = ({ id, created_at }: ExportRow) =>
  Array.from({ length: 12 }, (_, week) => ({
    Week: new Date(Date.parse(created_at) - (12 - week) * WEEK_MS).toISOString().slice(0, 10),
    Visitors: 900 + week * 37 + (id % 400),
    Conversions: 21 + week * 2 + (id % 13),
  }));

/** Samples of binary files, as data URLs, which work in the page and in Node. */
const SAMPLES: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = {
  "image/png": () => import("@/mocks/samples/sample.png?url&inline"),
  "application/pdf": () => import("@/mocks/samples/sample.pdf?url&inline"),
  "image/gif": () => import("@/mocks/samples/sample.gif?url&inline"),
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": () =>
    import("@/mocks/samples/sample.xlsx?url&inline"),
};

async function readFile(context: ProjectContext, row: ExportRow) {
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
      : JSON.stringify({ title, generated_at: row.created_at, results }, null, 2);
  // Copied, because the encoder's result may use any kind of buffer.
  return new Uint8Array(new TextEncoder().encode(text));
}

async function getContent(context: ProjectContext): Promise<Response> {
  const { searchParams } = context.url;
  const row = findExport(context);
  if (row.exception !== null || !isDone(row, context.now)) return fail.notFound();
  const bytes = await readFile(context, row);
  const headers = new Headers({ "Content-Type": row.export_format, "Cache-Control": "max-age=86400" });
  if (searchParams.get("download") === "true")
    headers.set("Content-Disposition", `attachment; filename="${getFilename(context, row)}"`);
  headers.set("Content-Length", String(bytes.length));
  return new HttpResponse(bytes, { headers });
}

/** Exported files (contract, endpoints 15 to 18). */
export const exportHandlers = (db: Db) => [
  http.get(LIST, withProject(db, READ, listExports)),
  http.post(LIST, withProject(db, "export:write", createExport)),
  http.get(RECORD, withProject(db, READ, getExport)),
  http.get(`${RECORD}/content`, withProject(db, READ, getContent)),
];

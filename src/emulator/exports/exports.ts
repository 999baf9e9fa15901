import * as z from "zod/mini";
import {
  type Collection,
  type ProjectContext,
  type ProjectRoute,
  projectRoute,
} from "@/emulator/backend/backend";
import { createSourceFields, requireOwnSource } from "@/emulator/backend/source-fields";
import { requireScope } from "@/emulator/dispatch/auth";
import { paginate, toArrayPages } from "@/emulator/dispatch/pagination";
import { EXPORT_FORMATS, readExportFile } from "@/emulator/export-files/export-files";
import { applyFileNameFault, serveFile } from "@/emulator/faults/file-faults";
import { ApiError, fail, json, toErrorResponse } from "@/emulator/request/errors";
import { field, formatWireDate, parseBody } from "@/emulator/request/request-fields";
import { createExportTable, getFilename } from "./export-content";
import { getDefaultExpiry, getExportState, getPendingMs, isExpired } from "./export-lifecycle";
import { planOutcome } from "./export-outcome";
import { type ExportRow } from "./export-row";
import { exportsResource } from "./export-seed";

const LIST_PATH = "/api/environments/:project_id/exports/";
const RECORD_PATH = `${LIST_PATH}:id/`;
const CONTENT_PATH = `${RECORD_PATH}content/`;

function serializeExport({ project, now, faults, generation }: ProjectContext, row: ExportRow) {
  const state = getExportState(row, now);
  return {
    id: row.id,
    dashboard: row.dashboard,
    insight: row.insight,
    export_format: row.export_format,
    created_at: row.created_at,
    has_content: state.kind === "ready",
    export_context: row.export_context,
    filename: applyFileNameFault(getFilename(project, row), faults),
    expires_after: row.expires_after,
    // Servers of 2024 don't report failures.
    ...(generation !== "2024" && { exception: state.kind === "failed" ? state.exception : null }),
  };
}

/** Returns the caller's unexpired exports, newest first. */
function listOwnExports(context: ProjectContext): readonly ExportRow[] {
  return Array.from(context.open(exportsResource).all()).filter(
    (row) => row.created_by === context.user.uuid && !isExpired(row, context.now),
  );
}

/**
 * Checks the scope for an export's source, which only servers of 2026 require.
 * @throws ApiError 403
 */
function requireSourceScope(
  { key, generation }: ProjectContext,
  row: Pick<ExportRow, "dashboard" | "insight">,
): void {
  if (generation !== "2026") return;
  const source = row.insight === null ? (row.dashboard === null ? "query" : "dashboard") : "insight";
  requireScope(key, `${source}:read`, []);
}

/** Returns the export with the ID in the path. On servers of 2026, only the author can access it. */
function findExport(context: ProjectContext): ExportRow {
  const row = context.open(exportsResource).get(context.params["id"] ?? "");
  if (!row || isExpired(row, context.now)) return fail.notFound();
  if (context.generation === "2026" && row.created_by !== context.user.uuid) return fail.notFound();
  requireSourceScope(context, row);
  return row;
}

/** Formats that servers of 2024 reject only after they have stored the export. */
const UNSUPPORTED_IN_2024 = ["application/pdf", "application/json"];

/**
 * Stores an export that never becomes ready and returns the error for its format, as servers up to
 * 2025 do.
 */
function refuseStoredExport(context: ProjectContext, row: ExportRow): Response {
  context.open(exportsResource).put({ ...row, outcome: "stuck" });
  const error = new ApiError(400, {
    type: "validation_error",
    code: "invalid_input",
    detail: `Export format ${row.export_format} is not supported.`,
    attr: "export_format",
  });
  // Returns the error, because throwing it would roll back the stored row.
  return toErrorResponse(error);
}

/** Whether the source is missing. As in Python, an empty context counts as missing. */
function isMissingSource(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return !value;
}

async function createExport(context: ProjectContext): Promise<Response> {
  const { now, user, generation } = context;
  const schema = z.object({
    ...createSourceFields(context),
    export_format: field.choice(EXPORT_FORMATS),
    export_context: z.optional(z.unknown()),
    expires_after: z.optional(z.nullable(field.date())),
  });
  const sent = parseBody(schema, await context.body());
  const {
    dashboard = null,
    insight = null,
    export_format: format,
    export_context: exportContext = null,
  } = sent;
  if ([dashboard, insight, exportContext].every(isMissingSource)) {
    fail.invalidInput("Either dashboard, insight or export_context is required for an export.");
  }
  requireOwnSource(context, sent);
  requireSourceScope(context, { dashboard, insight });
  const collection = context.open(exportsResource);
  const id = collection.nextId();
  const hasFault = (kind: string) => context.faults.some((fault) => fault.kind === kind);
  const row: ExportRow = {
    id,
    dashboard,
    insight,
    export_format: format,
    created_at: formatWireDate(now),
    export_context: exportContext,
    expires_after: sent.expires_after ?? formatWireDate(getDefaultExpiry(now)),
    created_by: user.uuid,
    ...planOutcome(id, format),
    ...(hasFault("never-ready") && { outcome: "stuck" as const }),
  };
  if (hasFault("leaves-row") || (generation === "2024" && UNSUPPORTED_IN_2024.includes(format))) {
    return refuseStoredExport(context, row);
  }
  collection.put(row);
  if (hasFault("blocks")) {
    context.respondAfter(getPendingMs(row, now), (later) =>
      json(serializeExport({ ...context, now: later }, row), 201),
    );
  }
  return json(serializeExport(context, row), 201);
}

async function getContent(context: ProjectContext): Promise<Response> {
  const row = findExport(context);
  const state = getExportState(row, context.now);
  if (state.kind !== "ready") return fail.notFound();
  const bytes = await readExportFile(row.export_format, createExportTable(context.project, row, state.at));
  const headers = new Headers({
    "Content-Type": row.export_format,
    "Cache-Control": "max-age=86400",
  });
  if (context.url.searchParams.get("download") === "true") {
    headers.set("Content-Disposition", `attachment; filename="${getFilename(context.project, row)}"`);
  }
  const isDirect = row.export_format === "image/png" && context.url.searchParams.get("direct") === "true";
  if (context.generation !== "2026") return serveFile(bytes, headers, context.faults);
  if (isDirect)
    return serveFile(
      bytes,
      headers,
      context.faults.filter(({ kind }) => kind !== "file-elsewhere"),
    );
  if (!context.storeFile) return serveFile(bytes, headers, context.faults);
  return new Response(null, { status: 302, headers: { Location: context.storeFile(bytes, headers) } });
}

/** Finishes a project's pending exports, except stuck ones. */
export function finishExports(collection: Collection<ExportRow>, now: Date): void {
  const pending = Array.from(collection.all()).filter(
    (row) => row.outcome !== "stuck" && getPendingMs(row, now) > 0,
  );
  for (const row of pending)
    collection.put({ ...row, durationMs: Math.max(0, now.getTime() - Date.parse(row.created_at)) });
}

/** Exported files (contract, endpoints 15 to 18). */
export const exportRoutes: readonly ProjectRoute[] = [
  projectRoute({
    id: "exports.list",
    method: "GET",
    path: LIST_PATH,
    scope: "export:read",
    isPaginated: true,
    handle: (context) =>
      paginate(context, toArrayPages(listOwnExports(context)), (row) => serializeExport(context, row)),
  }),
  projectRoute({
    id: "exports.create",
    method: "POST",
    path: LIST_PATH,
    scope: "export:write",
    handle: createExport,
  }),
  projectRoute({
    id: "exports.get",
    method: "GET",
    path: RECORD_PATH,
    scope: "export:read",
    handle: (context) => json(serializeExport(context, findExport(context))),
  }),
  projectRoute({
    id: "exports.content",
    method: "GET",
    path: CONTENT_PATH,
    scope: "export:read",
    handle: getContent,
  }),
];

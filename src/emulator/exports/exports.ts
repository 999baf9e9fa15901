import {
  type Collection,
  type ProjectContext,
  type ProjectRoute,
  projectRoute,
} from "@/emulator/backend/backend";
import { hasDashboard, hasInsight } from "@/emulator/backend/dashboard-catalog";
import { paginate, toArrayPages } from "@/emulator/dispatch/pagination";
import { createExportFile, EXPORT_FORMATS } from "@/emulator/export-files/export-files";
import { applyFileNameFault, serveFile } from "@/emulator/faults/file-faults";
import { fail, json } from "@/emulator/request/errors";
import { createRequestFields, formatWireDate } from "@/emulator/request/request-fields";
import { createExportTable, getFilename } from "./export-content";
import { getDefaultExpiry, getExportState, getPendingMs, isExpired } from "./export-lifecycle";
import { type ExportRow } from "./export-row";
import { exportsResource, planOutcome } from "./export-seed";

const LIST_PATH = "/api/environments/:project_id/exports/";
const RECORD_PATH = `${LIST_PATH}:id/`;
const CONTENT_PATH = `${RECORD_PATH}content/`;

function serializeExport({ project, now, faults }: ProjectContext, row: ExportRow) {
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
    exception: state.kind === "failed" ? state.exception : null,
  };
}

/** Returns the caller's own exports that have not expired, newest first. */
function listOwnExports(context: ProjectContext): readonly ExportRow[] {
  return Array.from(context.open(exportsResource).all()).filter(
    (row) => row.created_by === context.user.uuid && !isExpired(row, context.now),
  );
}

function findExport(context: ProjectContext): ExportRow {
  const row = context.open(exportsResource).get(context.params["id"] ?? "");
  return row && !isExpired(row, context.now) ? row : fail.notFound();
}

/** Checks for a missing source. An empty context counts as missing, as on servers written in Python. */
function isMissingSource(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return !value;
}

async function createExport(context: ProjectContext): Promise<Response> {
  const { project, now, user } = context;
  const fields = createRequestFields(await context.body(), [
    "dashboard",
    "insight",
    "export_format",
    "export_context",
    "expires_after",
  ]);
  const dashboard = fields.pk("dashboard", (id) => hasDashboard(project, id), { nullable: true }) ?? null;
  const insight = fields.pk("insight", (id) => hasInsight(project, id), { nullable: true }) ?? null;
  const format = fields.choice("export_format", EXPORT_FORMATS, { required: true }) ?? "";
  const exportContext = fields.anything("export_context", { nullable: true }) ?? null;
  const expires = fields.date("expires_after", { nullable: true }) ?? formatWireDate(getDefaultExpiry(now));
  if (isMissingSource(dashboard) && isMissingSource(insight) && isMissingSource(exportContext)) {
    fail.invalidInput("Either dashboard, insight or export_context is required for an export.");
  }
  const collection = context.open(exportsResource);
  const id = collection.nextId();
  const row: ExportRow = {
    id,
    dashboard,
    insight,
    export_format: format,
    created_at: formatWireDate(now),
    export_context: exportContext,
    expires_after: expires,
    created_by: user.uuid,
    ...planOutcome(id, format),
  };
  collection.put(row);
  if (context.faults.some(({ kind }) => kind === "blocks")) {
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
  const bytes = await createExportFile(row.export_format, createExportTable(context.project, row, state.at));
  const headers = new Headers({ "Content-Type": row.export_format });
  if (context.url.searchParams.get("download") === "true") {
    headers.set("Content-Disposition", `attachment; filename="${getFilename(context.project, row)}"`);
  }
  return serveFile(bytes, headers, context.faults);
}

/** Finishes the pending exports of a project. Stuck ones stay stuck. */
export function finishExports(collection: Collection<ExportRow>, now: Date): void {
  const pending = Array.from(collection.all()).filter(
    (row) => row.outcome !== "stuck" && getPendingMs(row, now) > 0,
  );
  for (const row of pending)
    collection.put({ ...row, takes: Math.max(0, now.getTime() - Date.parse(row.created_at)) });
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

import {
  type Collection,
  type ProjectContext,
  type ProjectRoute,
  projectRoute,
} from "@/emulator/backend/backend";
import { hasDashboard, hasInsight } from "@/emulator/backend/dashboard-catalog";
import { pagesOfArray, paginate } from "@/emulator/dispatch/pagination";
import { EXPORT_FORMATS, writeExportFile } from "@/emulator/export-files/export-files";
import { bendFileName, serveFile } from "@/emulator/faults/file-faults";
import { json, refuse } from "@/emulator/request/errors";
import { requestFields, wireDate } from "@/emulator/request/request-fields";
import { filenameOf, tableOf } from "./export-content";
import { defaultExpiry, isExpired, stateOf, timeLeft } from "./export-lifecycle";
import { type ExportRow } from "./export-row";
import { exportedAssets, fateOf } from "./export-seed";

const LIST = "/api/environments/:project_id/exports/";
const ONE = `${LIST}:id/`;
const CONTENT = `${ONE}content/`;

function serve({ project, now, faults }: ProjectContext, row: ExportRow) {
  const state = stateOf(row, now);
  return {
    id: row.id,
    dashboard: row.dashboard,
    insight: row.insight,
    export_format: row.export_format,
    created_at: row.created_at,
    has_content: state.kind === "ready",
    export_context: row.export_context,
    filename: bendFileName(filenameOf(project, row), faults),
    expires_after: row.expires_after,
    exception: state.kind === "failed" ? state.exception : null,
  };
}

/** The caller's own exports that have not expired, newest first. */
function ownExports(context: ProjectContext): readonly ExportRow[] {
  return Array.from(context.open(exportedAssets).all()).filter(
    (row) => row.created_by === context.user.uuid && !isExpired(row, context.now),
  );
}

function find(context: ProjectContext): ExportRow {
  const row = context.open(exportedAssets).get(context.params["id"] ?? "");
  return row && !isExpired(row, context.now) ? row : refuse.notFound();
}

/** Whether a source is missing; an empty context counts as none, as on servers written in Python. */
function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return !value;
}

async function create(context: ProjectContext): Promise<Response> {
  const { project, now, user } = context;
  const fields = requestFields(await context.body(), [
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
  const expires = fields.date("expires_after", { nullable: true }) ?? wireDate(defaultExpiry(now));
  if (isEmpty(dashboard) && isEmpty(insight) && isEmpty(exportContext)) {
    refuse.invalidInput("Either dashboard, insight or export_context is required for an export.");
  }
  const collection = context.open(exportedAssets);
  const id = collection.nextId();
  const row: ExportRow = {
    id,
    dashboard,
    insight,
    export_format: format,
    created_at: wireDate(now),
    export_context: exportContext,
    expires_after: expires,
    created_by: user.uuid,
    ...fateOf(id, format),
  };
  collection.put(row);
  if (context.faults.some(({ kind }) => kind === "blocks")) {
    context.answerAfter(timeLeft(row, now), (then) => json(serve({ ...context, now: then }, row), 201));
  }
  return json(serve(context, row), 201);
}

async function content(context: ProjectContext): Promise<Response> {
  const row = find(context);
  const state = stateOf(row, context.now);
  if (state.kind !== "ready") return refuse.notFound();
  const bytes = await writeExportFile(row.export_format, tableOf(context.project, row, state.at));
  const headers = new Headers({ "Content-Type": row.export_format });
  if (context.url.searchParams.get("download") === "true") {
    headers.set("Content-Disposition", `attachment; filename="${filenameOf(context.project, row)}"`);
  }
  return serveFile(bytes, headers, context.faults);
}

/** Finishes the exports of a project that are under way; those that are stuck stay stuck. */
export function finishExports(collection: Collection<ExportRow>, now: Date): void {
  const pending = Array.from(collection.all()).filter(
    (row) => row.outcome !== "stuck" && timeLeft(row, now) > 0,
  );
  for (const row of pending)
    collection.put({ ...row, takes: Math.max(0, now.getTime() - Date.parse(row.created_at)) });
}

/** Exported files (contract, endpoints 15 to 18). */
export const exportRoutes: readonly ProjectRoute[] = [
  projectRoute({
    id: "exports.list",
    method: "GET",
    path: LIST,
    scope: "export:read",
    isPaginated: true,
    handle: (context) => paginate(context, pagesOfArray(ownExports(context)), (row) => serve(context, row)),
  }),
  projectRoute({ id: "exports.create", method: "POST", path: LIST, scope: "export:write", handle: create }),
  projectRoute({
    id: "exports.get",
    method: "GET",
    path: ONE,
    scope: "export:read",
    handle: (context) => json(serve(context, find(context))),
  }),
  projectRoute({
    id: "exports.content",
    method: "GET",
    path: CONTENT,
    scope: "export:read",
    handle: content,
  }),
];

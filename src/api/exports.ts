import * as z from "zod/mini";
import { defineEndpoint, fileResponse } from "./endpoint";
import { instant, intOrNull, pageFields, parsePage, parseWith, textOrNull } from "./parsers";

/**
 * Known formats (upstream-facts, Exports). The last three are for session recordings. Unknown formats are
 * shown as received.
 */
export const EXPORT_FORMATS = [
  "image/png",
  "application/pdf",
  "text/csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/json",
  "video/webm",
  "video/mp4",
  "image/gif",
] as const;

const BOOLEAN_SPELLINGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ["true", true],
  [false, false],
  ["false", false],
  ["", false],
  [null, false],
]);

/** The contract defines a string, but the server sends a boolean. Accepts `"True"` and `true`. */
const stringBoolean = z.pipe(
  z.pipe(
    z._default(z.unknown(), null),
    z.transform((value) =>
      BOOLEAN_SPELLINGS.get(typeof value === "string" ? value.trim().toLowerCase() : value),
    ),
  ),
  z.boolean(),
);

/**
 * An export, which has no status field. Content means ready, `exception` means failed, and neither means pending.
 * Unknown keys are preserved for the raw view.
 */
const exportedAsset = z.looseObject({
  id: z.int(),
  dashboard: intOrNull,
  insight: intOrNull,
  export_format: z.string(),
  created_at: textOrNull,
  has_content: stringBoolean,
  /** Any JSON value (contract, Export). */
  export_context: z._default(z.unknown(), null),
  filename: textOrNull,
  expires_after: textOrNull,
  /** Error message of a failed export. Only newer servers send this field. */
  exception: textOrNull,
});

/** A parsed export. Missing fields default to null, `has_content` to false. */
export type ExportedAsset = z.output<typeof exportedAsset>;

/** Strict, because unknown keys are bugs. */
const exportCreation = z.strictObject({
  dashboard: z.optional(z.nullable(z.int())),
  insight: z.optional(z.nullable(z.int())),
  export_format: z.string(),
  export_context: z.optional(z.unknown()),
  expires_after: z.optional(instant),
});

/** Without `expires_after`, the server stores the export for 26 weeks (upstream-facts, Exports). */
export type ExportCreation = z.output<typeof exportCreation>;

/** Lists the caller's exports, newest first. Excludes expired exports. */
export const listExports = defineEndpoint({
  id: "exports.list",
  method: "GET",
  path: "/api/environments/:project_id/exports/",
  scope: "export:read",
  query: z.strictObject(pageFields),
  response: { kind: "json", parse: parsePage(exportedAsset) },
});

/**
 * Some servers respond immediately. Others respond when the content is ready, which can take
 * minutes (upstream-facts, Exports).
 */
export const createExport = defineEndpoint({
  id: "exports.create",
  method: "POST",
  path: "/api/environments/:project_id/exports/",
  scope: "export:write",
  body: exportCreation,
  response: { kind: "json", parse: parseWith(exportedAsset) },
});

export const getExport = defineEndpoint({
  id: "exports.get",
  method: "GET",
  path: "/api/environments/:project_id/exports/:id/",
  scope: "export:read",
  response: { kind: "json", parse: parseWith(exportedAsset) },
});

/**
 * Returns the file, or 404 while the file isn't ready. With `download=true`, the response contains a file name
 * (upstream-facts, Exports).
 */
export const getExportContent = defineEndpoint({
  id: "exports.content",
  method: "GET",
  path: "/api/environments/:project_id/exports/:id/content/",
  scope: "export:read",
  query: z.strictObject({
    download: z.optional(z.boolean()),
    /** Whether to send a PNG in the response instead of a redirect to the file storage. */
    direct: z.optional(z.boolean()),
  }),
  response: fileResponse,
});

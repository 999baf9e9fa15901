import * as z from "zod/mini";
import { defineEndpoint, fileResponse } from "./endpoint";
import { instant, intOrNull, pageFields, textOrNull } from "./fields";
import { parsePage, parseWith } from "./parsers";

/**
 * Known formats (upstream-facts, Exports), the last three for session recordings only. Servers may serve others, which
 * are shown as they are.
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

/** A flag that the contract calls a string and servers send as a boolean: `"True"` and `true` are the same. */
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
 * An exported asset as served. There is no status: content means ready, `exception` means failed, neither means pending.
 * Unknown keys are kept for the raw view.
 */
const exportedAsset = z.looseObject({
  id: z.int(),
  dashboard: intOrNull,
  insight: intOrNull,
  export_format: z.string(),
  created_at: textOrNull,
  has_content: stringBoolean,
  /** Free-form (contract, Export). */
  export_context: z._default(z.unknown(), null),
  filename: textOrNull,
  expires_after: textOrNull,
  /** The server's words about a failure; newer servers alone have it. */
  exception: textOrNull,
});

/** An export as read: what is missing is null, and `has_content` false. */
export type ExportedAsset = z.output<typeof exportedAsset>;

/** Body of a creation: strict, an unknown key is our own mistake. */
const exportCreation = z.strictObject({
  dashboard: z.optional(z.nullable(z.int())),
  insight: z.optional(z.nullable(z.int())),
  export_format: z.string(),
  export_context: z.optional(z.unknown()),
  expires_after: z.optional(instant),
});

/** What a creation sends; without `expires_after` servers keep the export for 26 weeks (upstream-facts, Exports). */
export type ExportCreation = z.output<typeof exportCreation>;

/** The caller's own exports, newest first; expired ones are gone. */
export const listExports = defineEndpoint({
  id: "exports.list",
  method: "GET",
  path: "/api/environments/:project_id/exports/",
  scope: "export:read",
  query: z.strictObject(pageFields),
  response: { kind: "json", parse: parsePage(exportedAsset) },
});

/** Answers at once, or after minutes with the content ready (upstream-facts, Exports). */
export const createExport = defineEndpoint({
  id: "exports.create",
  method: "POST",
  path: "/api/environments/:project_id/exports/",
  scope: "export:write",
  body: exportCreation,
  response: { kind: "json", parse: parseWith(exportedAsset) },
});

/** One of the caller's own exports: asked again and again until it is ready or has failed. */
export const getExport = defineEndpoint({
  id: "exports.get",
  method: "GET",
  path: "/api/environments/:project_id/exports/:id/",
  scope: "export:read",
  response: { kind: "json", parse: parseWith(exportedAsset) },
});

/** The file itself; 404 until it is ready. `download=true` makes servers name it (upstream-facts, Exports). */
export const getExportContent = defineEndpoint({
  id: "exports.content",
  method: "GET",
  path: "/api/environments/:project_id/exports/:id/content/",
  scope: "export:read",
  query: z.strictObject({ download: z.optional(z.boolean()) }),
  response: fileResponse,
});

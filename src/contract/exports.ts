import * as z from "zod/mini";
import { bytesAnswer, defineEndpoint } from "./endpoint";
import { readEnvelope, readWith } from "./readers";
import { userSummary } from "./user";

/** Known formats (upstream-facts, Exports); servers may serve others, which are shown as they are. */
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

const nullableText = z._default(z.nullable(z.string()), null);
const nullableInt = z._default(z.nullable(z.number()), null);

/** The contract says string, servers send a boolean: `"true"`, `"True"`, `"false"`, `""` are read as one. */
const hasContent = z.pipe(
  z._default(z.nullable(z.union([z.boolean(), z.string()])), false),
  z.transform((value) => (typeof value === "string" ? value.toLowerCase() === "true" : (value ?? false))),
);

/** An exported asset. There is no status: pending has neither content nor exception. */
export const exportedAsset = z.looseObject({
  id: z.int(),
  dashboard: nullableInt,
  insight: nullableInt,
  export_format: z.string(),
  created_at: nullableText,
  created_by: z.catch(z._default(z.nullable(userSummary), null), null),
  has_content: hasContent,
  export_context: z.optional(z.unknown()),
  filename: nullableText,
  expires_after: nullableText,
  exception: nullableText,
});

export type ExportedAsset = z.output<typeof exportedAsset>;

/** Body of a creation: strict, an unknown key is our own mistake. */
export const exportCreation = z.strictObject({
  dashboard: z.optional(z.nullable(z.int())),
  insight: z.optional(z.nullable(z.int())),
  export_format: z.string(),
  export_context: z.optional(z.unknown()),
  expires_after: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
});

export type ExportCreation = z.output<typeof exportCreation>;

export const listExports = defineEndpoint({
  id: "exports.list",
  method: "GET",
  path: "/api/environments/:project_id/exports/",
  scope: "export:read",
  query: z.strictObject({ limit: z.optional(z.int()), offset: z.optional(z.int()) }),
  answer: { kind: "json", read: readEnvelope(exportedAsset) },
});

export const createExport = defineEndpoint({
  id: "exports.create",
  method: "POST",
  path: "/api/environments/:project_id/exports/",
  scope: "export:write",
  body: exportCreation,
  answer: { kind: "json", read: readWith(exportedAsset) },
});

export const getExport = defineEndpoint({
  id: "exports.get",
  method: "GET",
  path: "/api/environments/:project_id/exports/:id/",
  scope: "export:read",
  answer: { kind: "json", read: readWith(exportedAsset) },
});

/** The file itself: 404 until it is ready (upstream-facts, Exports). */
export const getExportContent = defineEndpoint({
  id: "exports.content",
  method: "GET",
  path: "/api/environments/:project_id/exports/:id/content/",
  scope: "export:read",
  query: z.strictObject({ download: z.optional(z.boolean()) }),
  answer: bytesAnswer,
});

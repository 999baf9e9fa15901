import * as z from "zod/mini";
import type { Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { sourceNameOf } from "@/data/catalog/source-labels";
import { chunkRanges, type FileChunk } from "@/lib/file/file-chunk";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { FINGERPRINTS_KEY, fingerprintsOf, IMPORT_FIELDS, SOURCE_NAME_KEY } from "./import-fields";

export const IMPORT_FILE_KIND = "subscriptions";
export const IMPORT_FILE_VERSION = 1;

export const importFileHeader = z.looseObject({
  kind: z.string(),
  version: z.number(),
  server: z.string(),
  project: z.string(),
  /** ISO 8601 in UTC. */
  exported: z.string(),
  /** `all` means all subscriptions of the project, except those in Trash. */
  scope: z.enum(["all", "selection"]),
  /** The highest exported ID. Records with higher IDs count as created after the export. */
  highest_id: z._default(z.nullable(z.int()), null),
});
export type ImportFileHeader = z.output<typeof importFileHeader>;

export interface ImportFileOrigin {
  readonly server: string;
  readonly project: string;
}

export function getImportFileOrigin({ client: { connection }, projectId }: Api): ImportFileOrigin {
  return { server: connection.baseUrl || connection.label, project: projectId };
}

const FILE_NOTE = [
  "Edit the fields of a subscription to change it. Unedited fields aren't sent.",
  "A subscription without “id” and “_was” is created as new.",
  "“source_name” is the name of the dashboard or insight. To change the source, change its ID.",
  "Set “deleted” to true to move a subscription to Trash, or to false to restore it.",
  "Don't edit “environs” or “_was”. Environs uses them to detect changes by others.",
  "When you're done, choose Subscriptions → More → Import changes from file. You review each change before it's sent.",
];

export interface ImportFileSource {
  readonly records: readonly Subscription[];
  readonly scope: ImportFileHeader["scope"];
  readonly origin: ImportFileOrigin;
  readonly now: Date;
  readonly names: ReferenceNames;
}

/** Generates the file with one field per line, so that diffs are readable and errors can refer to a line. */
export function* createImportFileChunks({
  records,
  scope,
  origin,
  now,
  names,
}: ImportFileSource): Generator<FileChunk, void> {
  const header = {
    kind: IMPORT_FILE_KIND,
    version: IMPORT_FILE_VERSION,
    ...origin,
    exported: now.toISOString(),
    scope,
    records: records.length,
    highest_id: records.reduce((highest, { id }) => Math.max(highest, id), 0),
    note: FILE_NOTE,
  };
  const headerJson = JSON.stringify(header, null, 2).replaceAll("\n", "\n  ");
  yield { text: `{\n  "environs": ${headerJson},\n  "subscriptions": [`, rowsDone: 0 };
  for (const { from, to } of chunkRanges(records.length)) {
    const texts = records.slice(from, to).map((record) => formatRecord(record, names));
    yield { text: (from === 0 ? "\n" : ",\n") + texts.join(",\n"), rowsDone: to };
  }
  yield { text: records.length === 0 ? "]\n}\n" : "\n  ]\n}\n", rowsDone: records.length };
}

function formatRecord(record: Subscription, names: ReferenceNames): string {
  const sourceName = sourceNameOf(record, names);
  const values: readonly (readonly [string, unknown])[] = [
    ["id", record.id],
    ...IMPORT_FIELDS.flatMap((field) => {
      if (record[field] === undefined) return [];
      const value = [field, record[field]] as const;
      return field === "insight" && sourceName !== ""
        ? [value, [SOURCE_NAME_KEY, sourceName] as const]
        : [value];
    }),
    [FINGERPRINTS_KEY, fingerprintsOf(record)],
  ];
  const lines = values.map(([key, value]) => `      "${key}": ${formatValue(value)}`);
  return `    {\n${lines.join(",\n")}\n    }`;
}

/** Formats a value as JSON, with arrays on one line. */
function formatValue(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value) ?? "null";
  return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
}

import * as z from "zod/mini";
import type { Subscription } from "@/contract/subscriptions";
import type { Api } from "@/data/client/api-context";
import { chunkRanges, type FileChunk } from "@/lib/file/file-chunk";
import { EDIT_FIELDS, FINGERPRINTS_KEY, fingerprintsOf } from "./edit-fields";

/** What a file is about: the only kind there is, and its form. */
export const EDIT_FILE_KIND = "subscriptions";
export const EDIT_FILE_VERSION = 1;

/** Where a file was made, and what it holds. */
export const editFileHeader = z.looseObject({
  kind: z.string(),
  version: z.number(),
  server: z.string(),
  project: z.string(),
  /** ISO 8601 in UTC. */
  exported: z.string(),
  /** `all`: every delivery of the project that is not in the bin. */
  scope: z.enum(["all", "selection"]),
  /** The largest number among the records: what has a larger one was made later. */
  highest_id: z._default(z.nullable(z.int()), null),
});
export type EditFileHeader = z.output<typeof editFileHeader>;

/** A server and a project, as a file names them. */
export interface EditFileOrigin {
  readonly server: string;
  readonly project: string;
}

/** Where the pages are now. */
export function getEditFileOrigin({ client: { connection }, projectId }: Api): EditFileOrigin {
  return { server: connection.baseUrl || connection.label, project: projectId };
}

const FILE_NOTE = [
  "Change the fields of a delivery to change it. What you leave alone is not sent.",
  "A delivery without “id” and “_was” is made anew.",
  "“deleted”: true puts a delivery into the bin, false takes it out again.",
  "Leave “environs” and every “_was” as they are: they tell what others have changed meanwhile.",
  "When you are done: Subscriptions → … → Apply an edited file. You see every change before it is sent.",
];

/** What a file is made of. */
export interface EditFileSource {
  readonly records: readonly Subscription[];
  readonly scope: EditFileHeader["scope"];
  readonly origin: EditFileOrigin;
  readonly now: Date;
}

/** A file for editing, in pieces: one field a line, so that a difference can be read and a mistake has its line. */
export function* createEditFileChunks({
  records,
  scope,
  origin,
  now,
}: EditFileSource): Generator<FileChunk, void> {
  const header = {
    kind: EDIT_FILE_KIND,
    version: EDIT_FILE_VERSION,
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
    const texts = records.slice(from, to).map(formatRecord);
    yield { text: (from === 0 ? "\n" : ",\n") + texts.join(",\n"), rowsDone: to };
  }
  yield { text: records.length === 0 ? "]\n}\n" : "\n  ]\n}\n", rowsDone: records.length };
}

function formatRecord(record: Subscription): string {
  const values: readonly (readonly [string, unknown])[] = [
    ["id", record.id],
    ...EDIT_FIELDS.map((field) => [field, record[field]] as const),
    [FINGERPRINTS_KEY, fingerprintsOf(record)],
  ];
  const lines = values.map(([key, value]) => `      "${key}": ${formatValue(value)}`);
  return `    {\n${lines.join(",\n")}\n    }`;
}

/** Weekdays stand on one line. */
function formatValue(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value) ?? "null";
  return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
}

import type { ExportedAsset } from "@/contract/exports";
import { EXPORT_FORMATS } from "@/contract/exports";
import type { Collection } from "@/data/collection/collection";
import { exportStateOf, isExpiring } from "@/data/exports/export-state";
import { namesOf } from "@/features/exports/model/export-formats";
import { type ExportStateName, nameOf, sourceLabel, stateName } from "@/features/exports/model/export-rules";
import { type Completion, completeQuery } from "@/lib/query/query-completion";
import { type ParsedQuery, parseQuery } from "@/lib/query/query-text";
import { type RecordSchema, type SearchField } from "@/lib/search/record-schema";
import { createIndexKeeper } from "@/lib/search/record-search";
import { parseInstant } from "@/lib/time/dates";

const time = (iso: string | null) => (iso === null ? null : (parseInstant(iso)?.getTime() ?? null));
const kindIs = (kind: ReturnType<typeof exportStateOf>["kind"]) => (record: ExportedAsset, now: number) =>
  exportStateOf(record, new Date(now)).kind === kind;

const STATE_ORDER: Readonly<Record<ExportStateName, number>> = {
  stuck: 0,
  pending: 1,
  failed: 2,
  expiring: 3,
  ready: 4,
  expired: 5,
};

/** Where in the words of an export some of its fields stand. */
const PART = { file: 0 } as const;

const FIELDS: readonly SearchField<ExportedAsset>[] = [
  {
    name: "file",
    label: "File name",
    kind: "text",
    wordsPart: PART.file,
    texts: (record) => [nameOf(record).text],
  },
  {
    // Servers may have others than those known here, so any value can be asked for.
    name: "format",
    label: "Format: csv, png, or a media type",
    kind: "choice",
    texts: ({ export_format: format }) => [namesOf(format).short, format, namesOf(format).label],
  },
  { name: "dashboard", label: "Dashboard number", kind: "number", number: ({ dashboard }) => dashboard },
  { name: "insight", label: "Insight number", kind: "number", number: ({ insight }) => insight },
  { name: "created", label: "Created", kind: "date", time: (record) => time(record.created_at) },
  { name: "expires", label: "Expires", kind: "date", time: (record) => time(record.expires_after) },
  { name: "id", label: "Number of the export", kind: "number", number: ({ id }) => id },
  {
    name: "is",
    label: "State",
    kind: "state",
    values: [
      { value: "ready", label: "The file can be downloaded" },
      { value: "pending", label: "The server is making the file" },
      { value: "stuck", label: "No file after 10 minutes" },
      { value: "failed", label: "The server could not make the file" },
      { value: "expiring", label: "Ready, and expires within 7 days" },
      { value: "expired", label: "Its time is over" },
    ],
    states: {
      ready: kindIs("ready"),
      pending: kindIs("pending"),
      stuck: (record, now) => stateName(record, new Date(now)) === "stuck",
      failed: kindIs("failed"),
      expiring: (record, now) => isExpiring(record, new Date(now)),
      expired: kindIs("expired"),
    },
  },
];

/** Everything of an export that a person can read in the list, and its number. */
function wordsOf(record: ExportedAsset): readonly string[] {
  const format = namesOf(record.export_format);
  return [
    nameOf(record).text,
    `${format.label}\t${record.export_format}`,
    sourceLabel(record),
    record.exception ?? "",
    `#${record.id}`,
  ];
}

/** How exports are found and sorted. */
export const schema: RecordSchema<ExportedAsset> = {
  id: ({ id }) => id,
  words: wordsOf,
  fields: FIELDS,
  sorts: {
    file: (record) => nameOf(record).text,
    format: ({ export_format: format }) => namesOf(format).label,
    source: sourceLabel,
    state: (record) => STATE_ORDER[stateName(record, new Date())],
    created: (record) => time(record.created_at),
    expires: (record) => time(record.expires_after),
    id: ({ id }) => id,
  },
};

/** The index of a collection, shared by everything that searches it. */
export const indexOf = createIndexKeeper<Collection<ExportedAsset>, ExportedAsset>(schema);

/** Reads a query on exports. Never throws. */
export function parse(text: string): ParsedQuery {
  return parseQuery(text, FIELDS);
}

// More would not fit a list that a person reads; the first records are as good as any.
const SAMPLE = 2_000;
const KNOWN_FORMATS = EXPORT_FORMATS.map((format) => namesOf(format).short);

/** What may stand at the caret: fields, their values, and what stands in the records. */
export function complete(text: string, caret: number, records: readonly ExportedAsset[]): Completion {
  const sample = records.slice(0, SAMPLE);
  return completeQuery(text, caret, FIELDS, (name) =>
    name === "format"
      ? [...KNOWN_FORMATS, ...sample.map((record) => namesOf(record.export_format).short)]
      : sample.map((record) => nameOf(record).text),
  );
}

/** The fields of the query language, for its help. */
export const fields = FIELDS;

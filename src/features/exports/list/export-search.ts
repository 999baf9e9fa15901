import { EXPORT_FORMATS, type ExportedAsset } from "@/api/exports";
import { sourceKeyOf } from "@/data/catalog/source-labels";
import type { Collection } from "@/data/collection/collection";
import { getExportState, isExpiring } from "@/data/exports/exports";
import {
  EXPORT_STATE_LABELS,
  type ExportStateName,
  exportName,
  exportSourceLabel,
  getExportDisplayState,
} from "@/features/exports/model/export-rules";
import { getFormatNames } from "@/lib/file/export-formats";
import { createListSearch } from "@/lib/search/list-search";
import type { ReferenceNames, SearchField } from "@/lib/search/record-schema";
import { parseInstant } from "@/lib/time/dates";

const toTimestamp = (iso: string | null) => (iso === null ? null : (parseInstant(iso)?.getTime() ?? null));
const hasKind = (kind: ReturnType<typeof getExportState>["kind"]) => (record: ExportedAsset, now: number) =>
  getExportState(record, new Date(now)).kind === kind;

const STATE_ORDER: Readonly<Record<ExportStateName, number>> = {
  stuck: 0,
  pending: 1,
  failed: 2,
  expiring: 3,
  ready: 4,
  expired: 5,
};

/** Indexes of fields in the result of `searchableTexts`. */
const TEXT_INDEX = { file: 0, source: 2 } as const;

const QUERY_FIELDS: readonly SearchField<ExportedAsset>[] = [
  {
    name: "file",
    label: "File name",
    kind: "text",
    searchTextPart: TEXT_INDEX.file,
    texts: (record, names) => [exportName(record, names).text],
  },
  {
    name: "source",
    label: "Source: name of the dashboard or insight",
    kind: "text",
    searchTextPart: TEXT_INDEX.source,
    texts: (record, names) => [exportSourceLabel(record, names)],
  },
  {
    // Accepts any value, because servers may have formats that the app doesn't know.
    name: "format",
    label: "Format: csv, png, or a media type",
    kind: "choice",
    texts: ({ export_format: format }) => [
      getFormatNames(format).short,
      format,
      getFormatNames(format).label,
    ],
    suggestions: EXPORT_FORMATS.map((format) => getFormatNames(format).short),
    suggest: ({ export_format: format }) => [getFormatNames(format).short],
  },
  { name: "dashboard", label: "Dashboard ID", kind: "number", number: ({ dashboard }) => dashboard },
  { name: "insight", label: "Insight ID", kind: "number", number: ({ insight }) => insight },
  {
    name: "created",
    label: "Created",
    kind: "date",
    direction: "past",
    time: (record) => toTimestamp(record.created_at),
  },
  {
    name: "expires",
    label: "Expires",
    kind: "date",
    direction: "future",
    time: (record) => toTimestamp(record.expires_after),
  },
  { name: "id", label: "Export ID", kind: "number", number: ({ id }) => id },
  {
    name: "is",
    label: "State",
    kind: "state",
    values: [
      { value: "ready", label: "Ready to download" },
      { value: "pending", label: "Generating the file" },
      { value: "stuck", label: "No file after 10 minutes" },
      { value: "failed", label: "Export failed" },
      { value: "expiring", label: "Expires within 7 days" },
      { value: "expired", label: "Expired" },
    ],
    states: {
      ready: hasKind("ready"),
      pending: hasKind("pending"),
      stuck: (record, now) => getExportDisplayState(record, new Date(now)) === "stuck",
      failed: hasKind("failed"),
      expiring: (record, now) => isExpiring(record, new Date(now)),
      expired: hasKind("expired"),
    },
  },
];

/** Returns the texts that are searched for words without a field name. `TEXT_INDEX` depends on their order. */
function searchableTexts(record: ExportedAsset, names: ReferenceNames): readonly string[] {
  const format = getFormatNames(record.export_format);
  return [
    exportName(record, names).text,
    `${format.label}\t${record.export_format}`,
    exportSourceLabel(record, names),
    record.exception ?? "",
    `#${record.id}`,
  ];
}

export const EXPORT_SEARCH = createListSearch<ExportedAsset, Collection<ExportedAsset>>({
  id: ({ id }) => id,
  words: searchableTexts,
  fields: QUERY_FIELDS,
  stateLabels: {
    all: Object.values(EXPORT_STATE_LABELS),
    of: (record, now) => EXPORT_STATE_LABELS[getExportDisplayState(record, new Date(now))],
  },
  sorts: {
    file: (record, names) => exportName(record, names).text,
    format: ({ export_format: format }) => getFormatNames(format).label,
    source: exportSourceLabel,
    state: (record) => STATE_ORDER[getExportDisplayState(record, new Date())],
    created: (record) => toTimestamp(record.created_at),
    expires: (record) => toTimestamp(record.expires_after),
    id: ({ id }) => id,
  },
  reference: sourceKeyOf,
});

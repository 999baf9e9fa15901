import * as z from "zod/mini";
import type { Subscription } from "@/contract/subscriptions";
import type { Api } from "@/data/client/api-context";
import { chunkEdges, type FileChunk } from "@/lib/file/file-chunk";
import { marksOf, PLAN_FIELDS, WAS_KEY } from "./edit-fields";

/** What a file is about: the only kind there is, and its form. */
export const PLAN_KIND = "subscriptions";
export const PLAN_VERSION = 1;

/** Where a file was made, and what it holds. */
export const planHeader = z.looseObject({
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
export type PlanHeader = z.output<typeof planHeader>;

/** A server and a project, as a file names them. */
export interface PlanPlace {
  readonly server: string;
  readonly project: string;
}

/** Where the pages are now. */
export function placeOf({ client: { connection }, projectId }: Api): PlanPlace {
  return { server: connection.baseUrl || connection.label, project: projectId };
}

const NOTE = [
  "Change the fields of a delivery to change it. What you leave alone is not sent.",
  "A delivery without “id” and “_was” is made anew.",
  "“deleted”: true puts a delivery into the bin, false takes it out again.",
  "Leave “environs” and every “_was” as they are: they tell what others have changed meanwhile.",
  "When you are done: Subscriptions → … → Apply an edited file. You see every change before it is sent.",
];

/** What a file is made of. */
export interface PlanSource {
  readonly records: readonly Subscription[];
  readonly scope: PlanHeader["scope"];
  readonly place: PlanPlace;
  readonly now: Date;
}

/** A file for editing, in pieces: one field a line, so that a difference can be read and a mistake has its line. */
export function* planChunks({ records, scope, place, now }: PlanSource): Generator<FileChunk, void> {
  const header = {
    kind: PLAN_KIND,
    version: PLAN_VERSION,
    ...place,
    exported: now.toISOString(),
    scope,
    records: records.length,
    highest_id: records.reduce((highest, { id }) => Math.max(highest, id), 0),
    note: NOTE,
  };
  const head = JSON.stringify(header, null, 2).replaceAll("\n", "\n  ");
  yield { text: `{\n  "environs": ${head},\n  "subscriptions": [`, rowsDone: 0 };
  for (const { from, to } of chunkEdges(records.length)) {
    const texts = records.slice(from, to).map(recordText);
    yield { text: (from === 0 ? "\n" : ",\n") + texts.join(",\n"), rowsDone: to };
  }
  yield { text: records.length === 0 ? "]\n}\n" : "\n  ]\n}\n", rowsDone: records.length };
}

function recordText(record: Subscription): string {
  const values: readonly (readonly [string, unknown])[] = [
    ["id", record.id],
    ...PLAN_FIELDS.map((field) => [field, record[field]] as const),
    [WAS_KEY, marksOf(record)],
  ];
  const lines = values.map(([key, value]) => `      "${key}": ${valueText(value)}`);
  return `    {\n${lines.join(",\n")}\n    }`;
}

/** Weekdays stand on one line. */
function valueText(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value) ?? "null";
  return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
}

import type { ParsedQuery, QueryField } from "@/lib/query/query-text";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import type { SortStep } from "./record-order";

/** A field of a query, and where a record has it. */
export interface SearchField<Row> extends QueryField {
  /** For a text (contains) and a choice (equals). */
  readonly texts?: (row: Row) => readonly string[];
  /** For a text: the part of the words, from 0, that has just these texts, with commas or tabs between them. Makes finding quicker. */
  readonly searchTextPart?: number;
  /** For a number; one of several is enough. */
  readonly number?: (row: Row) => number | readonly number[] | null;
  /** For a date, in ms since 1970. */
  readonly time?: (row: Row) => number | null;
  /** For a state, by its value; `zone` is that of the search. */
  readonly states?: Readonly<Record<string, (row: Row, now: number, zone: string) => boolean>>;
  /** For a state that the other rows decide as well, by its value: the rows that are in it. It remembers what it was asked last. */
  readonly sets?: Readonly<
    Record<string, (rows: readonly Row[], now: number) => CooperativeTask<ReadonlySet<Row>>>
  >;
}

/** What can be found in the records of a collection. */
export interface RecordSchema<Row> {
  readonly id: (row: Row) => string | number;
  /** Everything a bare word is looked for in, in parts. */
  readonly words: (row: Row) => readonly string[];
  readonly fields: readonly SearchField<Row>[];
  /** By column id; null sorts last in both directions. */
  readonly sorts: Readonly<Record<string, (row: Row) => string | number | null>>;
}

/** What to find and in which order; a column that cannot be sorted is left out. */
export interface FindOptions {
  readonly query: ParsedQuery;
  readonly sort: readonly SortStep[];
  /** In ms since 1970. */
  readonly now: number;
  /** IANA name. */
  readonly zone: string;
}

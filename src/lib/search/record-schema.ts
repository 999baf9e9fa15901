import type { ParsedQuery, QueryField } from "@/lib/query/query-text";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import type { SortStep } from "./record-order";

/** Names of what records refer to by ID. They may arrive after the records. */
export type ReferenceNames = ReadonlyMap<string, string>;

export const NO_NAMES: ReferenceNames = new Map();

/** A search field and its accessors. */
export interface SearchField<Row> extends QueryField {
  /** For a text (contains) and a choice (equals). */
  readonly texts?: (row: Row, names: ReferenceNames) => readonly string[];
  /**
   * For text: index of the part of `words` that consists of exactly these texts, separated by commas or tabs.
   * Speeds up the search.
   */
  readonly searchTextPart?: number;
  /** For a number. Any of several may match. */
  readonly number?: (row: Row) => number | readonly number[] | null;
  /** For a date, in ms since 1970. */
  readonly time?: (row: Row) => number | null;
  /** For a state, by value. `zone` is the time zone of the search. */
  readonly states?: Readonly<
    Record<string, (row: Row, now: number, zone: string, names: ReferenceNames) => boolean>
  >;
  /**
   * For a state that depends on other rows, by value: returns the rows in that state. Should cache its last
   * result.
   */
  readonly sets?: Readonly<
    Record<string, (rows: readonly Row[], now: number) => CooperativeTask<ReadonlySet<Row>>>
  >;
}

/** Search schema of a collection. */
export interface RecordSchema<Row> {
  readonly id: (row: Row) => string | number;
  /** All text that a word without a field searches, in parts. */
  readonly words: (row: Row, names: ReferenceNames) => readonly string[];
  readonly fields: readonly SearchField<Row>[];
  /** By column ID. Null sorts last in both directions. */
  readonly sorts: Readonly<Record<string, (row: Row, names: ReferenceNames) => string | number | null>>;
  /** Key of the name that a row uses. Rows whose name changes are indexed again. */
  readonly reference?: (row: Row) => string | null;
}

/** Columns that can't be sorted are ignored. */
export interface FindOptions {
  readonly query: ParsedQuery;
  readonly sort: readonly SortStep[];
  /** In ms since 1970. */
  readonly now: number;
  /** IANA name. */
  readonly zone: string;
}

import type { ParsedQuery, QueryField } from "@/lib/query/query-text";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import type { SortStep } from "./record-order";

/** Names of the objects that records refer to by ID. Names may load later than the records. */
export type ReferenceNames = ReadonlyMap<string, string>;

export const NO_NAMES: ReferenceNames = new Map();

export interface SearchField<Row> extends QueryField {
  /** Texts for the kinds `text` (searched by substring) and `choice` (compared by equality). */
  readonly texts?: (row: Row, names: ReferenceNames) => readonly string[];
  /**
   * Index of the part of `words` that consists of exactly these texts, separated by commas or tabs. Applies to the
   * kind `text` and makes its search faster.
   */
  readonly searchTextPart?: number;
  /** Numbers for the kind `number`. A row matches when one of its numbers matches. */
  readonly number?: (row: Row) => number | readonly number[] | null;
  /** Time for the kind `date`, in ms since 1970. */
  readonly time?: (row: Row) => number | null;
  /** Predicates for the kind `state`, by value. `zone` is the time zone of the search. */
  readonly states?: Readonly<
    Record<string, (row: Row, now: number, zone: string, names: ReferenceNames) => boolean>
  >;
  /**
   * Functions for states that depend on other rows, by value. Each function returns the rows in its state and should
   * cache its last result.
   */
  readonly sets?: Readonly<
    Record<string, (rows: readonly Row[], now: number) => CooperativeTask<ReadonlySet<Row>>>
  >;
}

export interface RecordSchema<Row> {
  readonly id: (row: Row) => string | number;
  /** Parts of the text that a query word without a field searches. */
  readonly words: (row: Row, names: ReferenceNames) => readonly string[];
  readonly fields: readonly SearchField<Row>[];
  /** Sort keys by column ID. Null sorts last in both directions. */
  readonly sorts: Readonly<Record<string, (row: Row, names: ReferenceNames) => string | number | null>>;
  /** Returns the key of the name that a row uses. Rows whose name changes are indexed again. */
  readonly reference?: (row: Row) => string | null;
}

/** Steps of `sort` for columns that can't be sorted are ignored. */
export interface FindOptions {
  readonly query: ParsedQuery;
  readonly sort: readonly SortStep[];
  /** In ms since 1970. */
  readonly now: number;
  /** IANA time zone. */
  readonly zone: string;
}

import type { ParsedQuery, QueryField } from "@/lib/query/query-text";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import type { SortStep } from "@/lib/url/url-state";

/** Names of objects that records refer to by ID. May load after the records. */
export type ReferenceNames = ReadonlyMap<string, string>;

export const NO_NAMES: ReferenceNames = new Map();

export interface SearchField<Row> extends QueryField {
  /** Returns the texts of a `text` field (substring match) or a `choice` field (exact match). */
  readonly texts?: (row: Row, names: ReferenceNames) => readonly string[];
  /** Returns the row's values that the search field suggests. By default, its `texts`. */
  readonly suggest?: (row: Row, names: ReferenceNames) => readonly string[];
  /** Values that are always suggested. */
  readonly suggestions?: readonly string[];
  /**
   * Index of the part of `words` that consists of exactly the field's `texts`, separated by commas
   * or tabs. Makes searches of a `text` field faster.
   */
  readonly searchTextPart?: number;
  /** Returns the numbers of a `number` field. A row matches if any of its numbers matches. */
  readonly number?: (row: Row) => number | readonly number[] | null;
  /** Returns the time of a `date` field, in ms since 1970. */
  readonly time?: (row: Row) => number | null;
  /** Predicates of a `state` field, by state value. `zone` is the time zone of the search. */
  readonly states?: Readonly<
    Record<string, (row: Row, now: number, zone: string, names: ReferenceNames) => boolean>
  >;
  /**
   * Functions for states that depend on other rows, by state value. Each returns the rows in its
   * state, and should cache its last result.
   */
  readonly sets?: Readonly<
    Record<string, (rows: readonly Row[], now: number, zone: string) => CooperativeTask<ReadonlySet<Row>>>
  >;
}

/** Labels that rows display for their current state. They depend on the time, so they aren't part of `words`. */
export interface StateLabels<Row> {
  readonly all: readonly string[];
  /** Returns the displayed label, or null. `now` is in ms since 1970. */
  readonly of: (row: Row, now: number, names: ReferenceNames) => string | null;
}

export interface RecordSchema<Row> {
  readonly id: (row: Row) => string | number;
  /** Returns the parts of a row's search text. Terms without a field name search this text. */
  readonly words: (row: Row, names: ReferenceNames) => readonly string[];
  readonly fields: readonly SearchField<Row>[];
  /** Terms without a field name search these labels as well. */
  readonly stateLabels?: StateLabels<Row>;
  /** Sort keys by column ID. Null sorts last in both directions. */
  readonly sorts: Readonly<Record<string, (row: Row, names: ReferenceNames) => string | number | null>>;
  /** IDs of columns whose order is computed in advance, because they contain many different texts. */
  readonly preparedSorts?: readonly string[];
  /** Returns the keys of the names that a row uses. When one of these names changes, the row is indexed again. */
  readonly reference?: (row: Row) => string | readonly string[] | null;
}

/** Options for a search. Steps of `sort` whose column can't be sorted are ignored. */
export interface FindOptions {
  readonly query: ParsedQuery;
  readonly sort: readonly SortStep[];
  /** In ms since 1970. */
  readonly now: number;
  /** IANA time zone. */
  readonly zone: string;
}

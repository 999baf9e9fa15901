import { type Completion, completeQuery } from "@/lib/query/query-completion";
import { type ParsedQuery, parseQuery, type QueryField } from "@/lib/query/query-text";
import { NO_NAMES, type RecordSchema, type ReferenceNames, type SearchField } from "./record-schema";
import { createRecordIndex, type RecordIndex } from "./record-search";

// More rows would be slower without improving the suggestions.
const MAX_SAMPLED_ROWS = 2_000;

export interface SearchLanguage<Row> {
  readonly fields: readonly QueryField[];
  /** Never throws. Syntax errors are part of the result. */
  readonly parse: (text: string) => ParsedQuery;
  /** Suggests fields, and their values in `rows`. `caret` is an offset in the text. */
  readonly complete: (
    text: string,
    caret: number,
    rows: readonly Row[],
    names?: ReferenceNames,
  ) => Completion;
}

export function createSearchLanguage<Row>(fields: readonly SearchField<Row>[]): SearchLanguage<Row> {
  return {
    fields,
    parse: (text) => parseQuery(text, fields),
    complete: (text, caret, rows, names = NO_NAMES) =>
      completeQuery(text, caret, fields, (name) => {
        const { suggestions = [], texts, suggest = texts } = fields.find((each) => each.name === name) ?? {};
        const found = rows.slice(0, MAX_SAMPLED_ROWS).flatMap((row) => suggest?.(row, names) ?? []);
        return [...suggestions, ...found.map((value) => value.trim())];
      }),
  };
}

/** The search of a list, with an index per source of rows. Indexes don't keep their sources in memory. */
export interface ListSearch<Row, Source> extends SearchLanguage<Row> {
  readonly indexOf: (source: Source) => RecordIndex<Row>;
}

export function createListSearch<Row extends object, Source extends object>(
  schema: RecordSchema<Row>,
): ListSearch<Row, Source> & { readonly schema: RecordSchema<Row> } {
  const indexes = new WeakMap<Source, RecordIndex<Row>>();
  return {
    ...createSearchLanguage(schema.fields),
    schema,
    indexOf(source) {
      const index = indexes.get(source) ?? createRecordIndex(schema);
      indexes.set(source, index);
      return index;
    },
  };
}

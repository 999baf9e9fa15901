import { findQueryField, type QueryTerm, type QueryValue } from "@/lib/query/query-text";
import { type NumberSpan, resolveSpan } from "@/lib/query/query-values";
import { normalizeText } from "@/lib/text/normalize-text";
import type { FindOptions, RecordSchema, ReferenceNames, SearchField, StateLabels } from "./record-schema";

/** Whether the row at an index matches. `searchText` is the row's normalized text, with one part per line. */
export type RowPredicate<Row> = (row: Row, searchText: string, index: number) => boolean;

/** Returns the times of a date field by row index, in ms since 1970. */
export type GetTimes = (field: string) => readonly (number | null | undefined)[];

export interface RowFilter<Row> {
  readonly matches: RowPredicate<Row>;
  readonly needsSearchText: boolean;
  /** Date fields whose times must be computed before filtering. */
  readonly dateFields: readonly string[];
}

interface TermTest<Row> {
  readonly matches: RowPredicate<Row>;
  readonly cost: number;
  readonly needsSearchText: boolean;
  readonly dateFields: string | null;
}

const SEARCH_TEXT_COST = 3;
// Relative costs. A text search builds the search text and normalizes the fields.
const COSTS = { number: 1, date: 1, choice: 2, state: 2, text: 4 } as const;

interface FilterContext<Row> {
  readonly now: number;
  readonly zone: string;
  readonly stateSets: ReadonlyMap<string, ReadonlySet<Row>>;
  readonly getTimes: GetTimes;
  readonly names: ReferenceNames;
  readonly stateLabels: StateLabels<Row> | undefined;
}

/** Compiles a query. Resolves relative dates and evaluates cheap terms first. Returns null when every row matches. */
export function compileQuery<Row>(
  { fields, stateLabels }: Pick<RecordSchema<Row>, "fields" | "stateLabels">,
  { query, now, zone }: Omit<FindOptions, "sort">,
  context: Pick<FilterContext<Row>, "stateSets" | "getTimes" | "names">,
): RowFilter<Row> | null {
  const tests = query.terms
    .map((term) => compileTerm(term, fields, { now, zone, stateLabels, ...context }))
    .filter((test) => test !== null)
    .sort((a, b) => a.cost - b.cost);
  const [only] = tests;
  if (!only) return null;
  const needsSearchText = tests.some((test) => test.needsSearchText);
  const dateFields = tests.flatMap((test) => test.dateFields ?? []);
  if (tests.length === 1) return { matches: only.matches, needsSearchText, dateFields };
  const all = tests.map(({ matches }) => matches);
  return {
    matches: (row, searchText, index) => all.every((matches) => matches(row, searchText, index)),
    needsSearchText,
    dateFields,
  };
}

function compileTerm<Row>(
  term: QueryTerm,
  fields: readonly SearchField<Row>[],
  context: FilterContext<Row>,
): TermTest<Row> | null {
  const field = term.field === null ? null : findQueryField(fields, term.field);
  if (field === undefined) return null;
  const tests = term.values.map((value) =>
    field === null ? matchSearchText(value, context) : compileValue(value, field, context),
  );
  const [only] = tests;
  const matchesAny: RowPredicate<Row> =
    only && tests.length === 1
      ? only
      : (row, searchText, index) => tests.some((test) => test(row, searchText, index));
  return {
    matches: term.isNegated ? (row, searchText, index) => !matchesAny(row, searchText, index) : matchesAny,
    cost: field === null ? SEARCH_TEXT_COST : COSTS[field.kind],
    needsSearchText: field === null || (field.kind === "text" && field.searchTextPart !== undefined),
    dateFields: field?.kind === "date" ? field.name : null,
  };
}

function matchSearchText<Row>(
  value: QueryValue,
  { stateLabels, now, names }: FilterContext<Row>,
): RowPredicate<Row> {
  const wanted = value.kind === "text" ? value.text : "";
  const labels = stateLabels?.all.filter((label) => normalizeText(label).includes(wanted)) ?? [];
  // Most texts aren't part of a label, and computing the state of every row is slow.
  if (stateLabels === undefined || labels.length === 0) return (_row, text) => text.includes(wanted);
  const found: ReadonlySet<string | null> = new Set(labels);
  return (row, text) => text.includes(wanted) || found.has(stateLabels.of(row, now, names));
}

function compileValue<Row>(
  value: QueryValue,
  field: SearchField<Row>,
  { now, zone, stateSets, getTimes, names }: FilterContext<Row>,
): RowPredicate<Row> {
  switch (value.kind) {
    case "presence":
      return (row) => isPresent(field, row, names) === value.isPresent;
    case "text": {
      const isIn: RowPredicate<Row> = (row) =>
        field.texts?.(row, names).some((text) => normalizeText(text).includes(value.text)) ?? false;
      const { searchTextPart } = field;
      if (searchTextPart === undefined) return isIn;
      // A part's texts are adjacent in the search text, so a value with a separator could match
      // across two texts. Such a value is therefore compared with each text.
      const canSpanTexts = BETWEEN_TEXTS.test(value.text);
      return (row, searchText, index) =>
        isInPart(searchText, searchTextPart, value.text) && (!canSpanTexts || isIn(row, searchText, index));
    }
    case "choice":
      return (row) =>
        field
          .texts?.(row, names)
          .some((text) => text === value.value || normalizeText(text) === value.value) ?? false;
    case "number":
      return (row) => numbersOf(field, row).some((number) => isWithin(number, value.span));
    case "date": {
      const { start, end } = resolveSpan(value.span, now, zone);
      const times = getTimes(field.name);
      return (_row, _words, index) => {
        const time = times[index] ?? Number.NaN;
        return time >= start && time < end;
      };
    }
    case "state": {
      const set = stateSets.get(value.state);
      if (set !== undefined) return (row) => set.has(row);
      const isIn =
        field.states && Object.hasOwn(field.states, value.state) ? field.states[value.state] : undefined;
      return (row) => isIn?.(row, now, zone, names) ?? false;
    }
  }
}

// Separators between the texts of a part: a comma in address lists, or a tab.
const BETWEEN_TEXTS = /[,\s]/;

/** Whether a part of the search text contains a text. `part` is the part's index. */
function isInPart(searchText: string, part: number, text: string): boolean {
  // Most records don't contain the text at all, so the whole search text is checked first.
  const first = searchText.indexOf(text);
  if (first < 0) return false;
  let start = 0;
  for (let line = 0; line < part; line += 1) {
    start = searchText.indexOf("\n", start) + 1;
    if (start === 0) return false;
  }
  const end = searchText.indexOf("\n", start);
  const found = first >= start ? first : searchText.indexOf(text, start);
  return found >= 0 && (end < 0 || found + text.length <= end);
}

function numbersOf<Row>(field: SearchField<Row>, row: Row): readonly number[] {
  const found = field.number?.(row) ?? null;
  if (found === null) return [];
  return typeof found === "number" ? [found] : found;
}

function isWithin(number: number, { min, max, isStrict }: NumberSpan): boolean {
  return isStrict ? number > min && number < max : number >= min && number <= max;
}

function isPresent<Row>(field: SearchField<Row>, row: Row, names: ReferenceNames): boolean {
  if (field.kind === "date") return Number.isFinite(field.time?.(row) ?? Number.NaN);
  if (field.kind === "number") return numbersOf(field, row).length > 0;
  return field.texts?.(row, names).some((text) => text.trim() !== "") ?? false;
}

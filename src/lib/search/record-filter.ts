import { findQueryField, type QueryTerm, type QueryValue } from "@/lib/query/query-text";
import { type NumberSpan, resolveSpan } from "@/lib/query/query-values";
import { normalizeText } from "@/lib/text/normalize-text";
import type { FindOptions, RecordSchema, ReferenceNames, SearchField } from "./record-schema";

/** Whether the row at an index of the list matches. */
type RowPredicate<Row> = (row: Row, index: number) => boolean;

interface FilterContext<Row> extends FindOptions {
  readonly schema: RecordSchema<Row>;
  readonly names: ReferenceNames;
  /** Rows of each state that depends on other rows. */
  readonly stateSets: ReadonlyMap<string, ReadonlySet<Row>>;
  /** Returns the row's normalized search text, with one part per line. */
  readonly getText: (row: Row, index: number) => string;
  /** Returns the time of a date field, in ms since 1970. */
  readonly getTime: (row: Row, field: SearchField<Row>) => number | null;
}

// Relative costs. A text field may normalize texts of each row.
const COSTS = { number: 1, date: 1, choice: 2, state: 2, text: 4 } as const;
const SEARCH_TEXT_COST = 3;

/** Compiles a query. Resolves relative dates and evaluates cheap terms first. Returns null when every row matches. */
export function compileQuery<Row>(context: FilterContext<Row>): RowPredicate<Row> | null {
  const tests = context.query.terms
    .map((term) => compileTerm(term, context))
    .filter((test) => test !== null)
    .sort((a, b) => a.cost - b.cost)
    .map(({ matches }) => matches);
  const [only] = tests;
  return tests.length > 1 ? (row, index) => tests.every((matches) => matches(row, index)) : (only ?? null);
}

function compileTerm<Row>({ field: name, isNegated, values }: QueryTerm, context: FilterContext<Row>) {
  const field = name === null ? null : findQueryField(context.schema.fields, name);
  if (field === undefined) return null;
  const tests = values.map((value) =>
    field === null ? matchSearchText(value, context) : compileValue(value, field, context),
  );
  const [only] = tests;
  const matchesAny: RowPredicate<Row> =
    only && tests.length === 1 ? only : (row, index) => tests.some((matches) => matches(row, index));
  return {
    cost: field === null ? SEARCH_TEXT_COST : COSTS[field.kind],
    matches: isNegated ? (row: Row, index: number) => !matchesAny(row, index) : matchesAny,
  };
}

function matchSearchText<Row>(
  value: QueryValue,
  { schema, now, names, getText }: FilterContext<Row>,
): RowPredicate<Row> {
  const { stateLabels } = schema;
  const wanted = value.kind === "text" ? value.text : "";
  const labels = stateLabels?.all.filter((label) => normalizeText(label).includes(wanted)) ?? [];
  // Most texts aren't part of a label, and computing the state of every row is slow.
  if (stateLabels === undefined || labels.length === 0)
    return (row, index) => getText(row, index).includes(wanted);
  const found: ReadonlySet<string | null> = new Set(labels);
  return (row, index) => getText(row, index).includes(wanted) || found.has(stateLabels.of(row, now, names));
}

function compileValue<Row>(
  value: QueryValue,
  field: SearchField<Row>,
  { now, zone, stateSets, names, getText, getTime }: FilterContext<Row>,
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
      return (row, index) =>
        isInPart(getText(row, index), searchTextPart, value.text) && (!canSpanTexts || isIn(row, index));
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
      return (row) => {
        const time = getTime(row, field) ?? Number.NaN;
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

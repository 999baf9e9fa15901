import { foldText } from "./folded-text";
import { resolveSpan } from "./query-dates";
import type { NumberSpan } from "./query-numbers";
import { findField, type QueryTerm, type QueryValue } from "./query-text";
import type { FindOptions, SearchField } from "./record-search";

/** Whether a row is what a query asks for. `words` are the folded words of the row. */
export type RowTest<Row> = (row: Row, words: string) => boolean;

/** A query made ready for many rows. */
export interface RowFilter<Row> {
  readonly matches: RowTest<Row>;
  readonly needsWords: boolean;
}

interface TermTest<Row> {
  readonly matches: RowTest<Row>;
  readonly cost: number;
  readonly needsWords: boolean;
}

const WORDS_COST = 3;
// Looking at words costs reading them, reading the texts of a field costs folding them each time.
const COSTS = { number: 1, date: 1, choice: 2, state: 2, text: 4 } as const;

/** The present, the zone, and the rows of the states that no row tells by itself. */
interface Circumstances<Row> {
  readonly now: number;
  readonly zone: string;
  readonly sets: ReadonlyMap<string, ReadonlySet<Row>>;
}

/** Compiles a query: distances from the present are fixed, and cheap terms come first. Null: everything matches. */
export function compileQuery<Row>(
  fields: readonly SearchField<Row>[],
  { query, now, zone }: Omit<FindOptions, "sort">,
  sets: ReadonlyMap<string, ReadonlySet<Row>>,
): RowFilter<Row> | null {
  const tests = query.terms
    .map((term) => compileTerm(term, fields, { now, zone, sets }))
    .filter((test) => test !== null)
    .sort((a, b) => a.cost - b.cost);
  const [only] = tests;
  if (!only) return null;
  const needsWords = tests.some((test) => test.needsWords);
  if (tests.length === 1) return { matches: only.matches, needsWords };
  const all = tests.map(({ matches }) => matches);
  return { matches: (row, words) => all.every((matches) => matches(row, words)), needsWords };
}

/** Null for a field that these records do not have. */
function compileTerm<Row>(
  term: QueryTerm,
  fields: readonly SearchField<Row>[],
  circumstances: Circumstances<Row>,
): TermTest<Row> | null {
  const field = term.field === null ? null : findField(fields, term.field);
  if (field === undefined) return null;
  const tests = term.values.map((value) =>
    field === null ? findInWords<Row>(value) : compileValue(value, field, circumstances),
  );
  const [only] = tests;
  const holds: RowTest<Row> =
    only && tests.length === 1 ? only : (row, words) => tests.some((test) => test(row, words));
  return {
    matches: term.isNegated ? (row, words) => !holds(row, words) : holds,
    cost: field === null ? WORDS_COST : COSTS[field.kind],
    needsWords: field === null || (field.kind === "text" && field.isInWords === true),
  };
}

function findInWords<Row>(value: QueryValue): RowTest<Row> {
  const wanted = value.kind === "text" ? value.text : "";
  return (_row, words) => words.includes(wanted);
}

function compileValue<Row>(
  value: QueryValue,
  field: SearchField<Row>,
  { now, zone, sets }: Circumstances<Row>,
): RowTest<Row> {
  switch (value.kind) {
    case "presence":
      return (row) => isPresent(field, row) === value.isPresent;
    case "text": {
      const isIn = (row: Row) =>
        field.texts?.(row).some((text) => foldText(text).includes(value.text)) ?? false;
      // What the words do not have, no part of them has: most rows are done without folding anything.
      return field.isInWords ? (row, words) => words.includes(value.text) && isIn(row) : isIn;
    }
    case "choice":
      return (row) =>
        field.texts?.(row).some((text) => text === value.value || foldText(text) === value.value) ?? false;
    case "number":
      return (row) => numbersOf(field, row).some((number) => isWithin(number, value.span));
    case "date": {
      const { start, end } = resolveSpan(value.span, now, zone);
      return (row) => {
        const time = field.time?.(row) ?? Number.NaN;
        return time >= start && time < end;
      };
    }
    case "state": {
      const set = sets.get(value.state);
      if (set !== undefined) return (row) => set.has(row);
      const isIn =
        field.states && Object.hasOwn(field.states, value.state) ? field.states[value.state] : undefined;
      return (row) => isIn?.(row, now, zone) ?? false;
    }
  }
}

function numbersOf<Row>(field: SearchField<Row>, row: Row): readonly number[] {
  const found = field.number?.(row) ?? null;
  if (found === null) return [];
  return typeof found === "number" ? [found] : found;
}

function isWithin(number: number, { min, max, isStrict }: NumberSpan): boolean {
  return isStrict ? number > min && number < max : number >= min && number <= max;
}

function isPresent<Row>(field: SearchField<Row>, row: Row): boolean {
  if (field.kind === "date") return Number.isFinite(field.time?.(row) ?? Number.NaN);
  if (field.kind === "number") return numbersOf(field, row).length > 0;
  return field.texts?.(row).some((text) => text.trim() !== "") ?? false;
}

import { resolveSpan } from "@/lib/query/query-dates";
import type { NumberSpan } from "@/lib/query/query-numbers";
import { findField, type QueryTerm, type QueryValue } from "@/lib/query/query-text";
import { foldText } from "@/lib/text/normalize-text";
import type { FindOptions, SearchField } from "./record-schema";

/** Whether the row at a place is what a query asks for. `words` are the folded words of the row, a part a line. */
export type RowTest<Row> = (row: Row, words: string, place: number) => boolean;

/** The times of a date field by the places of the rows, in ms since 1970. */
export type TimesOf = (field: string) => readonly (number | null | undefined)[];

/** A query made ready for many rows. */
export interface RowFilter<Row> {
  readonly matches: RowTest<Row>;
  readonly needsWords: boolean;
  /** Date fields whose times must be read before. */
  readonly timed: readonly string[];
}

interface TermTest<Row> {
  readonly matches: RowTest<Row>;
  readonly cost: number;
  readonly needsWords: boolean;
  readonly timed: string | null;
}

const WORDS_COST = 3;
// Looking at words costs reading them, reading the texts of a field costs folding them each time.
const COSTS = { number: 1, date: 1, choice: 2, state: 2, text: 4 } as const;

/** The present, the zone, the rows of the states that no row tells by itself, and times that were read already. */
interface Circumstances<Row> {
  readonly now: number;
  readonly zone: string;
  readonly sets: ReadonlyMap<string, ReadonlySet<Row>>;
  readonly timesOf: TimesOf;
}

/** Compiles a query: distances from the present are fixed, and cheap terms come first. Null: everything matches. */
export function compileQuery<Row>(
  fields: readonly SearchField<Row>[],
  { query, now, zone }: Omit<FindOptions, "sort">,
  known: Pick<Circumstances<Row>, "sets" | "timesOf">,
): RowFilter<Row> | null {
  const tests = query.terms
    .map((term) => compileTerm(term, fields, { now, zone, ...known }))
    .filter((test) => test !== null)
    .sort((a, b) => a.cost - b.cost);
  const [only] = tests;
  if (!only) return null;
  const needsWords = tests.some((test) => test.needsWords);
  const timed = tests.flatMap((test) => test.timed ?? []);
  if (tests.length === 1) return { matches: only.matches, needsWords, timed };
  const all = tests.map(({ matches }) => matches);
  return {
    matches: (row, words, place) => all.every((matches) => matches(row, words, place)),
    needsWords,
    timed,
  };
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
    only && tests.length === 1 ? only : (row, words, place) => tests.some((test) => test(row, words, place));
  return {
    matches: term.isNegated ? (row, words, place) => !holds(row, words, place) : holds,
    cost: field === null ? WORDS_COST : COSTS[field.kind],
    needsWords: field === null || (field.kind === "text" && field.wordsPart !== undefined),
    timed: field?.kind === "date" ? field.name : null,
  };
}

function findInWords<Row>(value: QueryValue): RowTest<Row> {
  const wanted = value.kind === "text" ? value.text : "";
  return (_row, words) => words.includes(wanted);
}

function compileValue<Row>(
  value: QueryValue,
  field: SearchField<Row>,
  { now, zone, sets, timesOf }: Circumstances<Row>,
): RowTest<Row> {
  switch (value.kind) {
    case "presence":
      return (row) => isPresent(field, row) === value.isPresent;
    case "text": {
      const isIn: RowTest<Row> = (row) =>
        field.texts?.(row).some((text) => foldText(text).includes(value.text)) ?? false;
      const { wordsPart } = field;
      if (wordsPart === undefined) return isIn;
      // The texts of a part stand side by side in it: only what may reach from one to the next is looked at singly.
      const mayReachOver = BETWEEN_TEXTS.test(value.text);
      return (row, words, place) =>
        isInPart(words, wordsPart, value.text) && (!mayReachOver || isIn(row, words, place));
    }
    case "choice":
      return (row) =>
        field.texts?.(row).some((text) => text === value.value || foldText(text) === value.value) ?? false;
    case "number":
      return (row) => numbersOf(field, row).some((number) => isWithin(number, value.span));
    case "date": {
      const { start, end } = resolveSpan(value.span, now, zone);
      const times = timesOf(field.name);
      return (_row, _words, place) => {
        const time = times[place] ?? Number.NaN;
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

// What stands between the texts of a part: the comma of a list of addresses, or a tab.
const BETWEEN_TEXTS = /[,\s]/;

/** Whether a part of the words, counted from 0, has a text. */
function isInPart(words: string, part: number, text: string): boolean {
  // Most rows do not have it anywhere.
  const first = words.indexOf(text);
  if (first < 0) return false;
  let start = 0;
  for (let line = 0; line < part; line += 1) {
    start = words.indexOf("\n", start) + 1;
    if (start === 0) return false;
  }
  const end = words.indexOf("\n", start);
  const found = first >= start ? first : words.indexOf(text, start);
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

function isPresent<Row>(field: SearchField<Row>, row: Row): boolean {
  if (field.kind === "date") return Number.isFinite(field.time?.(row) ?? Number.NaN);
  if (field.kind === "number") return numbersOf(field, row).length > 0;
  return field.texts?.(row).some((text) => text.trim() !== "") ?? false;
}

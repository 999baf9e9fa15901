import { normalizeText } from "@/lib/text/normalize-text";
import { formatList } from "@/lib/text/numbers";
import { findNearestName } from "./nearest-name";
import { type QueryToken, type TokenPart, tokenizeQuery } from "./query-tokens";
import type { DateSpan, NumberSpan } from "./query-values";
import {
  isReversed,
  isUnfinishedDate,
  isUnfinishedNumber,
  parseDateSpan,
  parseNumberSpan,
} from "./query-values";

/** A field that can be searched as `name:value`. */
export interface QueryField {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "choice" | "date" | "state";
  /** For dates that are all in the past or in the future. */
  readonly direction?: "past" | "future";
  /** Values of the kinds `choice` and `state`. A choice without values accepts any text. */
  readonly values?: readonly { readonly value: string; readonly label: string }[];
}

export interface QueryIssue {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** A parsed value. `any` and `none` have the kind `presence`. */
export type QueryValue =
  | { readonly kind: "presence"; readonly isPresent: boolean }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "choice"; readonly value: string }
  | { readonly kind: "number"; readonly span: NumberSpan }
  | { readonly kind: "date"; readonly span: DateSpan }
  | { readonly kind: "state"; readonly state: string };

/** A search condition. At least one value must match. If the condition is negated, no value may match. */
export interface QueryTerm {
  readonly from: number;
  readonly to: number;
  readonly isNegated: boolean;
  /** Null searches a record's whole text. */
  readonly field: string | null;
  /** Text and choices are normalized. Relative dates are resolved when the search runs. */
  readonly values: readonly QueryValue[];
}

/** A parsed query, whose terms must all match. Excludes terms with invalid values. */
export interface ParsedQuery {
  readonly terms: readonly QueryTerm[];
  readonly issues: readonly QueryIssue[];
}

type ValueResult = QueryValue | { readonly kind: "issue"; readonly message: string } | null;

/** Parses a query. Never throws: invalid terms become issues, and unfinished terms are ignored. */
export function parseQuery(text: string, fields: readonly QueryField[]): ParsedQuery {
  const terms: QueryTerm[] = [];
  const issues: QueryIssue[] = [];
  for (const token of tokenizeQuery(text, (name) => findQueryField(fields, name) !== undefined)) {
    const isLast = token.to === text.length;
    const found = token.name === null ? [] : fieldNameIssues(token, token.name, fields, isLast);
    if (found.length > 0) terms.push(...readUnknownField(token, fields));
    const read = found.length > 0 ? [] : readValues(token, fields, isLast, found);
    if (found.length > 0) issues.push(...found);
    else if (read.length > 0) terms.push(createTerm(token, fields, read));
  }
  return { terms, issues };
}

/** Finds a field by name, ignoring case. */
export function findQueryField<Field extends QueryField>(
  fields: readonly Field[],
  name: string,
): Field | undefined {
  return fields.find((field) => field.name.toLowerCase() === name.toLowerCase());
}

/** Whether a query has a non-negated term for the state. */
export function hasStateFilter(query: ParsedQuery, state: string): boolean {
  return query.terms.some(
    ({ isNegated, values }) =>
      !isNegated && values.some((value) => value.kind === "state" && value.state === state),
  );
}

function createTerm(
  token: QueryToken,
  fields: readonly QueryField[],
  values: readonly QueryValue[],
): QueryTerm {
  const field = token.name === null ? null : (findQueryField(fields, token.name)?.name ?? null);
  return { from: token.from, to: token.to, isNegated: token.isNegated, field, values };
}

function fieldNameIssues(
  { from, to, valueFrom, parts, isNegated }: QueryToken,
  name: string,
  fields: readonly QueryField[],
  isLast: boolean,
): QueryIssue[] {
  const isEmpty = parts.every((part) => part.text === "");
  if (isEmpty && isLast) return [];
  const nameFrom = from + (isNegated ? 1 : 0);
  if (!findQueryField(fields, name)) {
    const message = unknownFieldMessage(name, findNearestName(name, fields));
    return [{ from: nameFrom, to: valueFrom - 1, message }];
  }
  return isEmpty ? [{ from, to, message: missingFieldValueMessage(name) }] : [];
}

/**
 * Converts a term with an unknown field to a text search. If the term were dropped, every row would
 * match.
 */
function readUnknownField(token: QueryToken, fields: readonly QueryField[]): readonly QueryTerm[] {
  const { name, parts } = token;
  if (name === null || findQueryField(fields, name)) return [];
  const text = `${name}:${parts.map((part) => part.text).join(",")}`;
  return [createTerm(token, fields, [readTextValue(text)])];
}

function readValues(
  token: QueryToken,
  fields: readonly QueryField[],
  isLast: boolean,
  issues: QueryIssue[],
): readonly QueryValue[] {
  const field = token.name === null ? undefined : findQueryField(fields, token.name);
  const parts = token.parts.filter((part) => part.text.trim() !== "");
  if (!field)
    return parts.filter((part) => !(isLast && isLoneMinus(part))).map(({ text }) => readTextValue(text));
  const values: QueryValue[] = [];
  for (const part of parts) {
    const reading = readValue(part, field, isLast && part === token.parts.at(-1));
    if (reading?.kind === "issue") issues.push({ from: part.from, to: part.to, message: reading.message });
    else if (reading) values.push(reading);
  }
  return values;
}

/** Whether the part is only a minus sign, the start of a negation. */
function isLoneMinus({ text, isQuoted }: TokenPart): boolean {
  return text === "-" && !isQuoted;
}

function readTextValue(text: string): QueryValue {
  return { kind: "text", text: normalizeText(text) };
}

/** Returns null for an unfinished value, which the query ignores. */
function readValue(part: TokenPart, field: QueryField, isAtEnd: boolean): ValueResult {
  if (field.kind === "state" || field.kind === "choice") return readChoiceValue(part, field, isAtEnd);
  const word = part.text.toLowerCase();
  if (!part.isQuoted && (word === "none" || word === "any"))
    return { kind: "presence", isPresent: word === "any" };
  if (field.kind === "text") return readTextValue(part.text);
  const isPresenceStarted = isAtEnd && ("none".startsWith(word) || "any".startsWith(word));
  const reading =
    field.kind === "number" ? readNumberValue(part.text, isAtEnd) : readDateValue(part.text, isAtEnd);
  return isPresenceStarted ? null : reading;
}

function readNumberValue(text: string, isAtEnd: boolean): ValueResult {
  const span = parseNumberSpan(text);
  if (span && span.min > span.max) return { kind: "issue", message: reversedRangeMessage(text) };
  if (span) return { kind: "number", span };
  if (isAtEnd && isUnfinishedNumber(text)) return null;
  return { kind: "issue", message: invalidNumberMessage(text) };
}

function readDateValue(text: string, isAtEnd: boolean): ValueResult {
  const span = parseDateSpan(text);
  if (span && isReversed(span)) return { kind: "issue", message: reversedRangeMessage(text) };
  if (span) return { kind: "date", span };
  if (isAtEnd && isUnfinishedDate(text)) return null;
  return {
    kind: "issue",
    message: invalidDateMessage(text),
  };
}

function readChoiceValue(part: TokenPart, field: QueryField, isAtEnd: boolean): ValueResult {
  const typed = normalizeText(part.text.trim());
  const known = field.values;
  const make = (value: string): QueryValue =>
    field.kind === "state"
      ? { kind: "state", state: value }
      : { kind: "choice", value: normalizeText(value) };
  const exact =
    known?.find(({ value }) => normalizeText(value) === typed) ??
    known?.find(({ label }) => normalizeText(label) === typed);
  if (exact) return make(exact.value);
  if (field.kind === "choice" && !part.isQuoted && (typed === "none" || typed === "any")) {
    return { kind: "presence", isPresent: typed === "any" };
  }
  if (!known) return field.kind === "choice" ? make(part.text.trim()) : unknownValueIssue(part.text, field);
  const names = [
    ...known.flatMap(({ value, label }) => [value, label]),
    ...(field.kind === "choice" ? ["none", "any"] : []),
  ];
  if (isAtEnd && names.some((name) => normalizeText(name).startsWith(typed))) return null;
  return unknownValueIssue(part.text, field);
}

function unknownValueIssue(text: string, { name, values = [] }: QueryField): ValueResult {
  const suggestion = findNearestName(
    text,
    values.map(({ value, label }) => ({ name: value, label })),
  );
  const message = unknownValueMessage({
    text,
    field: name,
    suggestion,
    values: values.map(({ value }) => value),
  });
  return { kind: "issue", message };
}

/** Maximum number of values in a message. */
const MAX_LISTED = 6;

/** @param suggestion most similar field, or null */
function unknownFieldMessage(name: string, suggestion: string | null): string {
  const advice = suggestion === null ? "Searching for the text instead." : `Did you mean “${suggestion}”?`;
  return `“${name}” isn't a field. ${advice}`;
}

function missingFieldValueMessage(name: string): string {
  return `Enter a value right after “${name}:”.`;
}

function reversedRangeMessage(text: string): string {
  return `“${text}” is reversed. Swap the values.`;
}

function invalidNumberMessage(text: string): string {
  return `“${text}” isn't a number. Try 2, >2, <=2, or 1..5.`;
}

function invalidDateMessage(text: string): string {
  return `“${text}” isn't a date. Try today, 2026-11-21, 2026-11, +7d, or today..+7d.`;
}

interface UnknownValue {
  readonly text: string;
  readonly field: string;
  readonly suggestion: string | null;
  readonly values: readonly string[];
}

function unknownValueMessage({ text, field, suggestion, values }: UnknownValue): string {
  const message = `“${text}” isn't a value for “${field}”.`;
  if (suggestion !== null) return `${message} Did you mean “${suggestion}”?`;
  if (values.length === 0 || values.length > MAX_LISTED) return message;
  return `${message} Use ${formatList(values, "or")}.`;
}

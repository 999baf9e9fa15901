import { normalizeText } from "@/lib/text/normalize-text";
import { formatList } from "@/lib/text/numbers";
import { findNearestName } from "./nearest-name";
import { type TokenPart, tokenizeQuery } from "./query-tokens";
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
    const { from, to, isNegated, name, valueFrom, parts } = token;
    const isLast = to === text.length;
    const isEmpty = parts.every((part) => part.text === "");
    if (name !== null && isEmpty && isLast) continue;
    const field = name === null ? undefined : findQueryField(fields, name);
    const addTerm = (values: readonly QueryValue[]) =>
      terms.push({ from, to, isNegated, field: field?.name ?? null, values });
    if (name !== null && field === undefined) {
      const message = unknownFieldMessage(name, fields);
      issues.push({ from: from + (isNegated ? 1 : 0), to: valueFrom - 1, message });
      // If the term were dropped, every row would match.
      addTerm([readTextValue(`${name}:${parts.map((part) => part.text).join(",")}`)]);
    } else if (name !== null && isEmpty) {
      issues.push({ from, to, message: `Enter a value right after “${name}:”.` });
    } else {
      const values: QueryValue[] = [];
      const found: QueryIssue[] = [];
      for (const part of parts) {
        const result = readPart(part, field, isLast && part === parts.at(-1));
        if (result?.kind === "issue") found.push({ from: part.from, to: part.to, message: result.message });
        else if (result) values.push(result);
      }
      if (found.length > 0) issues.push(...found);
      else if (values.length > 0) addTerm(values);
    }
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

function readTextValue(text: string): QueryValue {
  return { kind: "text", text: normalizeText(text) };
}

/** Returns null for an empty or unfinished value, which the query ignores. */
function readPart(part: TokenPart, field: QueryField | undefined, isAtEnd: boolean): ValueResult {
  if (part.text.trim() === "") return null;
  // A lone minus is the start of a negation.
  if (!field) return isAtEnd && part.text === "-" && !part.isQuoted ? null : readTextValue(part.text);
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
  if (span && span.min > span.max) return reversedRangeIssue(text);
  if (span) return { kind: "number", span };
  if (isAtEnd && isUnfinishedNumber(text)) return null;
  return { kind: "issue", message: `“${text}” isn't a number. Try 2, >2, <=2, or 1..5.` };
}

function readDateValue(text: string, isAtEnd: boolean): ValueResult {
  const span = parseDateSpan(text);
  if (span && isReversed(span)) return reversedRangeIssue(text);
  if (span) return { kind: "date", span };
  if (isAtEnd && isUnfinishedDate(text)) return null;
  const message = `“${text}” isn't a date. Try today, 2026-11-21, 2026-11, +7d, or today..+7d.`;
  return { kind: "issue", message };
}

function reversedRangeIssue(text: string): ValueResult {
  return { kind: "issue", message: `“${text}” is reversed. Swap the values.` };
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

/** Maximum number of values in a message. */
const MAX_LISTED = 6;

function unknownValueIssue(text: string, { name: field, values = [] }: QueryField): ValueResult {
  const names = values.map(({ value, label }) => ({ name: value, label }));
  const suggestion = findNearestName(text, names);
  const isListed = values.length > 0 && values.length <= MAX_LISTED;
  const list = isListed
    ? ` Use ${formatList(
        names.map(({ name }) => name),
        "or",
      )}.`
    : "";
  const advice = suggestion === null ? list : ` Did you mean “${suggestion}”?`;
  return { kind: "issue", message: `“${text}” isn't a value for “${field}”.${advice}` };
}

function unknownFieldMessage(name: string, fields: readonly QueryField[]): string {
  const suggestion = findNearestName(name, fields);
  const advice = suggestion === null ? "Searching for the text instead." : `Did you mean “${suggestion}”?`;
  return `“${name}” isn't a field. ${advice}`;
}

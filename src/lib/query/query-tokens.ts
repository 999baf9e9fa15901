import { toAsciiDigits } from "@/lib/text/numbers";

/** One value of a term. `from` and `to` include quotes. */
export interface TokenPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly isQuoted: boolean;
  readonly isUnclosed: boolean;
}

export interface QueryToken {
  readonly from: number;
  readonly to: number;
  readonly isNegated: boolean;
  /** Text before the colon, as typed. Null for a word or phrase. */
  readonly name: string | null;
  /** Offset of the value, after the minus and the colon. */
  readonly valueFrom: number;
  /** One part for a word, or a field's comma-separated values. */
  readonly parts: readonly TokenPart[];
}

const WHITESPACE = /\s/;
const NAME = /^\p{L}+$/u;

/** Splits a query into terms. Each character except whitespace belongs to exactly one term. Never throws. */
export function tokenizeQuery(typed: string, isField: (name: string) => boolean): readonly QueryToken[] {
  // Some keyboards and word processors replace the plain characters. The length must stay.
  const text = toAsciiDigits(typed)
    .replace(/[“”„‟＂]/g, '"')
    .replace(/：/g, ":");
  const tokens: QueryToken[] = [];
  let position = skipWhitespace(text, 0);
  while (position < text.length) {
    const token = readToken(text, position, isField);
    tokens.push(token);
    position = skipWhitespace(text, token.to);
  }
  return tokens;
}

function readToken(text: string, from: number, isField: (name: string) => boolean): QueryToken {
  const isNegated = text[from] === "-" && !isEndOrWhitespace(text, from + 1);
  const start = isNegated ? from + 1 : from;
  const name = readName(text, start, isField);
  const valueFrom = name === null ? start : start + name.length + 1;
  const parts =
    name === null
      ? [text[start] === '"' ? readQuoted(text, start) : readUnquoted(text, start, false)]
      : readList(text, valueFrom);
  return { from, to: parts.at(-1)?.to ?? valueFrom, isNegated, name, valueFrom, parts };
}

/**
 * Returns the text before a colon if it looks like a field name, otherwise null. `09:00`,
 * `https://x`, and `a:\b` are words.
 */
function readName(text: string, start: number, isField: (name: string) => boolean): string | null {
  const end = findWordEnd(text, start, false);
  const colon = text.indexOf(":", start);
  if (colon <= start || colon >= end) return null;
  const name = text.slice(start, colon);
  if (isField(name)) return name;
  const next = text[colon + 1];
  return NAME.test(name) && next !== "/" && next !== "\\" ? name : null;
}

function readList(text: string, from: number): readonly TokenPart[] {
  const parts: TokenPart[] = [];
  for (let position = from; ; position += 1) {
    const part =
      text[position] === '"' ? readQuoted(text, position, true) : readUnquoted(text, position, true);
    parts.push(part);
    position = part.to;
    if (text[position] !== ",") return parts;
  }
}

function readUnquoted(text: string, from: number, isInList: boolean): TokenPart {
  const to = findWordEnd(text, from, isInList);
  return { text: text.slice(from, to), from, to, isQuoted: false, isUnclosed: false };
}

/** Reads quoted text with the escapes `\"` and `\\`. In a list, text after the closing quote belongs to the value. */
function readQuoted(text: string, from: number, isInList = false): TokenPart {
  let read = "";
  let position = from + 1;
  while (position < text.length && text[position] !== '"') {
    const next = text[position + 1];
    if (text[position] === "\\" && (next === '"' || next === "\\")) position += 1;
    read += text[position];
    position += 1;
  }
  const isUnclosed = position >= text.length;
  if (isUnclosed) return { text: read.trim(), from, to: text.length, isQuoted: true, isUnclosed };
  const to = isInList ? findWordEnd(text, position + 1, true) : position + 1;
  return { text: read + text.slice(position + 1, to), from, to, isQuoted: true, isUnclosed };
}

function findWordEnd(text: string, from: number, isInList: boolean): number {
  const length = text.slice(from).search(isInList ? /[\s,]/ : WHITESPACE);
  return length < 0 ? text.length : from + length;
}

function isEndOrWhitespace(text: string, position: number): boolean {
  return position >= text.length || WHITESPACE.test(text[position] ?? "");
}

function skipWhitespace(text: string, from: number): number {
  let position = from;
  while (position < text.length && WHITESPACE.test(text[position] ?? "")) position += 1;
  return position;
}

export function quoteValue(value: string): string {
  const isPlain = value !== "" && !/[\s,"]/.test(value);
  return isPlain ? value : `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** One value of a term, `from` and `to` being its place in the text, quotes included. */
export interface TokenPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly isQuoted: boolean;
  /** The closing quote is missing. */
  readonly isOpen: boolean;
}

/** One term of a query as it is written. */
export interface QueryToken {
  readonly from: number;
  readonly to: number;
  readonly isNegated: boolean;
  /** What stands before the colon, as it is typed; null for a word or a phrase. */
  readonly name: string | null;
  /** Where the value begins: behind the minus and the colon. */
  readonly valueFrom: number;
  /** Never empty for a word; what stands between commas for a field. */
  readonly parts: readonly TokenPart[];
}

const BLANK = /\s/;
const NAME = /^\p{L}+$/u;

/** The terms of a text. Everything but blanks belongs to exactly one of them. Never throws. */
export function readTokens(text: string, isField: (name: string) => boolean): readonly QueryToken[] {
  const tokens: QueryToken[] = [];
  let place = skipBlanks(text, 0);
  while (place < text.length) {
    const token = readToken(text, place, isField);
    tokens.push(token);
    place = skipBlanks(text, token.to);
  }
  return tokens;
}

function readToken(text: string, from: number, isField: (name: string) => boolean): QueryToken {
  const isNegated = text[from] === "-" && !isEndOrBlank(text, from + 1);
  const start = isNegated ? from + 1 : from;
  const name = readName(text, start, isField);
  const valueFrom = name === null ? start : start + name.length + 1;
  const parts =
    name === null
      ? [text[start] === '"' ? readQuoted(text, start) : readBare(text, start, false)]
      : readList(text, valueFrom);
  return { from, to: parts.at(-1)?.to ?? valueFrom, isNegated, name, valueFrom, parts };
}

/** What stands before a colon, if that makes it a field: `09:00`, `https://x` and `a:\b` are words. */
function readName(text: string, start: number, isField: (name: string) => boolean): string | null {
  const end = wordEnd(text, start, false);
  const colon = text.indexOf(":", start);
  if (colon <= start || colon >= end) return null;
  const name = text.slice(start, colon);
  if (isField(name)) return name;
  const next = text[colon + 1];
  return NAME.test(name) && next !== "/" && next !== "\\" ? name : null;
}

function readList(text: string, from: number): readonly TokenPart[] {
  const parts: TokenPart[] = [];
  for (let place = from; ; place += 1) {
    const part = text[place] === '"' ? readQuoted(text, place, true) : readBare(text, place, true);
    parts.push(part);
    place = part.to;
    if (text[place] !== ",") return parts;
  }
}

function readBare(text: string, from: number, isInList: boolean): TokenPart {
  const to = wordEnd(text, from, isInList);
  return { text: text.slice(from, to), from, to, isQuoted: false, isOpen: false };
}

/** A quoted text; `\"` and `\\` stand for a quote and a backslash. In a list, what touches the quote belongs to it. */
function readQuoted(text: string, from: number, isInList = false): TokenPart {
  let read = "";
  let place = from + 1;
  while (place < text.length && text[place] !== '"') {
    const next = text[place + 1];
    if (text[place] === "\\" && (next === '"' || next === "\\")) place += 1;
    read += text[place];
    place += 1;
  }
  const isOpen = place >= text.length;
  if (isOpen) return { text: read.trim(), from, to: text.length, isQuoted: true, isOpen };
  const to = isInList ? wordEnd(text, place + 1, true) : place + 1;
  return { text: read + text.slice(place + 1, to), from, to, isQuoted: true, isOpen };
}

function wordEnd(text: string, from: number, isInList: boolean): number {
  const length = text.slice(from).search(isInList ? /[\s,]/ : BLANK);
  return length < 0 ? text.length : from + length;
}

function isEndOrBlank(text: string, place: number): boolean {
  return place >= text.length || BLANK.test(text[place] ?? "");
}

function skipBlanks(text: string, from: number): number {
  let place = from;
  while (place < text.length && BLANK.test(text[place] ?? "")) place += 1;
  return place;
}

/** A value as it is written in a query: in quotes where it needs them. */
export function quoteValue(value: string): string {
  const isPlain = value !== "" && !/[\s,"]/.test(value);
  return isPlain ? value : `"${value.replace(/["\\]/g, "\\$&")}"`;
}

import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import {
  JsonSyntaxError,
  readScalar,
  readString,
  skipWhitespace,
  strayCharacterMessage,
} from "./json-syntax";

/** A value of a JSON text, and where it begins, in characters from the start of the text. */
export type JsonNode = JsonScalar | JsonList | JsonObject;

/** A text, number, true, false or null. */
export interface JsonScalar {
  readonly kind: "scalar";
  readonly at: number;
  readonly value: string | number | boolean | null;
}

/** What stands in square brackets. */
export interface JsonList {
  readonly kind: "list";
  readonly at: number;
  readonly items: readonly JsonNode[];
}

/** What stands in braces: keys in their order, also those that stand twice. */
export interface JsonObject {
  readonly kind: "object";
  readonly at: number;
  readonly members: readonly JsonMember[];
}

/** A key with its value; `at` is where the key begins. */
export interface JsonMember<Value = JsonNode> {
  readonly key: string;
  readonly at: number;
  readonly value: Value;
}

/** A long list: where its items begin. They are read when they are needed, so that a list of any length fits. */
export interface JsonRows {
  readonly kind: "rows";
  readonly at: number;
  readonly offsets: readonly number[];
}

/** A whole text, checked, with its lists still folded. */
export type JsonOutline =
  | JsonScalar
  | JsonRows
  | {
      readonly kind: "outline";
      readonly at: number;
      readonly members: readonly JsonMember<JsonNode | JsonRows>[];
    };

// Deeper than any file that a person edits, and far above what the stack holds.
const MAX_DEPTH = 100;

interface ReadResult<Value> {
  readonly node: Value;
  readonly end: number;
}

/** Reads the value that begins at an offset. @throws JsonMistake */
export function parseJsonNode(text: string, offset: number): JsonNode {
  return readValue(text, offset, 0).node;
}

/** The value that begins at an offset, as it is written. @throws JsonMistake */
export function sourceTextAt(text: string, offset: number): string {
  return text.slice(offset, readValue(text, offset, 0).end);
}

function readValue(text: string, at: number, depth: number): ReadResult<JsonNode> {
  const character = text.charAt(at);
  if (character !== "{" && character !== "[") {
    const { value, end } = readScalar(text, at);
    return { node: { kind: "scalar", at, value }, end };
  }
  if (depth >= MAX_DEPTH) throw new JsonSyntaxError("Nested too deeply.", at);
  return character === "{" ? readObject(text, at, depth) : readList(text, at, depth);
}

function readObject(text: string, start: number, depth: number): ReadResult<JsonObject> {
  const members: JsonMember[] = [];
  let at = skipOpeningBracket(text, start, "}");
  while (at >= 0) {
    const key = readKey(text, at);
    const { node, end } = readValue(text, key.valueOffset, depth + 1);
    members.push({ key: key.name, at, value: node });
    const next = skipSeparator(text, end, { opened: start, close: "}" });
    if (next.isEnd) return { node: { kind: "object", at: start, members }, end: next.at };
    at = next.at;
  }
  return { node: { kind: "object", at: start, members }, end: -at };
}

function readList(text: string, start: number, depth: number): ReadResult<JsonList> {
  const items: JsonNode[] = [];
  let at = skipOpeningBracket(text, start, "]");
  while (at >= 0) {
    const { node, end } = readValue(text, at, depth + 1);
    items.push(node);
    const next = skipSeparator(text, end, { opened: start, close: "]" });
    if (next.isEnd) return { node: { kind: "list", at: start, items }, end: next.at };
    at = next.at;
  }
  return { node: { kind: "list", at: start, items }, end: -at };
}

/** Where the first item begins; where there is none, the offset behind the end as a negative number. */
function skipOpeningBracket(text: string, start: number, close: string): number {
  const at = skipWhitespace(text, start + 1);
  return text.charAt(at) === close ? -(at + 1) : at;
}

function readKey(text: string, at: number): { readonly name: string; readonly valueOffset: number } {
  if (text.charAt(at) !== '"') throw new JsonSyntaxError(missingKeyMessage(text, at), at);
  const { value, end } = readString(text, at);
  const colon = skipWhitespace(text, end);
  if (text.charAt(colon) !== ":")
    throw new JsonSyntaxError(`Missing colon (:) after the key “${value}”.`, colon);
  return { name: value, valueOffset: skipWhitespace(text, colon + 1) };
}

function missingKeyMessage(text: string, at: number): string {
  const word = /^[\p{L}\p{N}_$-]+/u.exec(text.slice(at, at + 40))?.[0];
  if (word !== undefined) return `Put the key in quotation marks: "${word}".`;
  return strayCharacterMessage(text, at) ?? `Missing key before “${text.charAt(at)}”.`;
}

interface Brackets {
  readonly opened: number;
  readonly close: "}" | "]";
}

/** What follows an item: another one, or the end of what holds it. */
function skipSeparator(
  text: string,
  end: number,
  brackets: Brackets,
): { readonly isEnd: boolean; readonly at: number } {
  const at = skipWhitespace(text, end);
  const character = text.charAt(at);
  if (character === brackets.close) return { isEnd: true, at: at + 1 };
  if (character !== ",")
    throw new JsonSyntaxError(
      missingSeparatorMessage(text, at, brackets),
      character === "" ? brackets.opened : at,
    );
  const next = skipWhitespace(text, at + 1);
  if (text.charAt(next) === brackets.close)
    throw new JsonSyntaxError(`Remove the comma before “${brackets.close}”.`, at);
  return { isEnd: false, at: next };
}

function missingSeparatorMessage(text: string, at: number, { close }: Brackets): string {
  const character = text.charAt(at);
  if (character === "") return `Missing closing “${close}”.`;
  if (character === "]" || character === "}") return `Expected “${close}” instead of “${character}”.`;
  if (/["{[\d\p{L}-]/u.test(character)) return `Missing comma before “${character}”.`;
  return strayCharacterMessage(text, at) ?? `Expected a comma or “${close}” instead of “${character}”.`;
}

/** Checks a whole text, resting after every item of its long lists. @throws JsonMistake the first mistake */
export function* parseJsonOutline(text: string): CooperativeTask<JsonOutline> {
  const start = skipWhitespace(text, 0);
  const { node, end } = yield* readTop(text, start);
  const rest = skipWhitespace(text, end);
  if (rest < text.length)
    throw new JsonSyntaxError(
      strayCharacterMessage(text, rest) ?? "Unexpected text after the end of the JSON.",
      rest,
    );
  return node;
}

function* readTop(text: string, start: number): CooperativeTask<ReadResult<JsonOutline>> {
  const character = text.charAt(start);
  if (character === "[") return yield* readRows(text, start);
  if (character === "{") return yield* readMembers(text, start);
  const { value, end } = readScalar(text, start);
  return { node: { kind: "scalar", at: start, value }, end };
}

function* readMembers(text: string, start: number): CooperativeTask<ReadResult<JsonOutline>> {
  const members: JsonMember<JsonNode | JsonRows>[] = [];
  let at = skipOpeningBracket(text, start, "}");
  while (at >= 0) {
    const key = readKey(text, at);
    const isList = text.charAt(key.valueOffset) === "[";
    const { node, end } = isList
      ? yield* readRows(text, key.valueOffset)
      : readValue(text, key.valueOffset, 1);
    members.push({ key: key.name, at, value: node });
    const next = skipSeparator(text, end, { opened: start, close: "}" });
    if (next.isEnd) return { node: { kind: "outline", at: start, members }, end: next.at };
    at = next.at;
  }
  return { node: { kind: "outline", at: start, members }, end: -at };
}

function* readRows(text: string, start: number): CooperativeTask<ReadResult<JsonRows>> {
  const offsets: number[] = [];
  let at = skipOpeningBracket(text, start, "]");
  while (at >= 0) {
    offsets.push(at);
    const { end } = readValue(text, at, 2);
    const next = skipSeparator(text, end, { opened: start, close: "]" });
    if (next.isEnd) return { node: { kind: "rows", at: start, offsets }, end: next.at };
    at = next.at;
    yield;
  }
  return { node: { kind: "rows", at: start, offsets }, end: -at };
}

/** The value without its places. Of a key that stands twice the last one counts, as everywhere. */
export function jsonNodeValue(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(jsonNodeValue);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, jsonNodeValue(value)]));
}

import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import {
  JsonSyntaxError,
  missingColonMessage,
  missingKeyMessage,
  missingSeparatorMessage,
  readScalar,
  readString,
  skipWhitespace,
  tooDeepMessage,
  trailingCommaMessage,
  trailingTextMessage,
} from "./json-syntax";

/** A parsed JSON value. `at` is its offset in characters. */
export type JsonNode = JsonScalar | JsonList | JsonObject;

export interface JsonScalar {
  readonly kind: "scalar";
  readonly at: number;
  readonly value: string | number | boolean | null;
}

export interface JsonList {
  readonly kind: "list";
  readonly at: number;
  readonly items: readonly JsonNode[];
}

/** An object with its members in source order. Keys may repeat. */
export interface JsonObject {
  readonly kind: "object";
  readonly at: number;
  readonly members: readonly JsonMember[];
}

/** A member of an object. `at` is the offset of its key. */
export interface JsonMember<Value = JsonNode> {
  readonly key: string;
  readonly at: number;
  readonly value: Value;
}

/**
 * A list, stored as the offsets of its items. Items are parsed on demand, so that long lists fit in
 * memory.
 */
export interface JsonRows {
  readonly kind: "rows";
  readonly at: number;
  readonly offsets: readonly number[];
}

/**
 * A validated JSON text. A list at the top level, or directly in the top-level object, is stored as
 * `JsonRows`.
 */
export type JsonOutline =
  | JsonScalar
  | JsonRows
  | {
      readonly kind: "outline";
      readonly at: number;
      readonly members: readonly JsonMember<JsonNode | JsonRows>[];
    };

// More than hand-edited files need, and far below the stack limit.
const MAX_DEPTH = 100;

interface ReadResult<Value> {
  readonly node: Value;
  readonly end: number;
}

/**
 * Parses the value at an offset.
 * @throws JsonSyntaxError
 */
export function parseJsonNode(text: string, offset: number): JsonNode {
  return readValue(text, offset, 0).node;
}

/**
 * Returns the source text of the value at an offset.
 * @throws JsonSyntaxError
 */
export function sourceTextAt(text: string, offset: number): string {
  return text.slice(offset, readValue(text, offset, 0).end);
}

function readValue(text: string, at: number, depth: number): ReadResult<JsonNode> {
  const character = text.charAt(at);
  if (character !== "{" && character !== "[") {
    const { value, end } = readScalar(text, at);
    return { node: { kind: "scalar", at, value }, end };
  }
  if (depth >= MAX_DEPTH) throw new JsonSyntaxError(tooDeepMessage(), at);
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

/** Returns the offset of the first item. Returns the negated end offset for an empty list or object. */
function skipOpeningBracket(text: string, start: number, close: string): number {
  const at = skipWhitespace(text, start + 1);
  return text.charAt(at) === close ? -(at + 1) : at;
}

function readKey(text: string, at: number): { readonly name: string; readonly valueOffset: number } {
  if (text.charAt(at) !== '"') throw new JsonSyntaxError(missingKeyMessage(text, at), at);
  const { value, end } = readString(text, at);
  const colon = skipWhitespace(text, end);
  if (text.charAt(colon) !== ":") throw new JsonSyntaxError(missingColonMessage(value), colon);
  return { name: value, valueOffset: skipWhitespace(text, colon + 1) };
}

interface Brackets {
  readonly opened: number;
  readonly close: "}" | "]";
}

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
      missingSeparatorMessage(text, at, brackets.close),
      character === "" ? brackets.opened : at,
    );
  const next = skipWhitespace(text, at + 1);
  if (text.charAt(next) === brackets.close)
    throw new JsonSyntaxError(trailingCommaMessage(brackets.close), at);
  return { isEnd: false, at: next };
}

/**
 * Validates a JSON text and returns its outline. Yields between the items of each `JsonRows`.
 * @throws JsonSyntaxError for the first error
 */
export function* parseJsonOutline(text: string): CooperativeTask<JsonOutline> {
  const start = skipWhitespace(text, 0);
  const { node, end } = yield* readTop(text, start);
  const rest = skipWhitespace(text, end);
  if (rest < text.length) throw new JsonSyntaxError(trailingTextMessage(text, rest), rest);
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

/** Converts a node to a plain value. The last value of a repeated key wins. */
export function jsonNodeValue(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(jsonNodeValue);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, jsonNodeValue(value)]));
}

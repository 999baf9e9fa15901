import { type Node, type ParseErrorCode, parseTree, printParseErrorCode, visit } from "jsonc-parser";

export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  /** @param offset characters from the start of the text */
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

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

/** A list, stored as the offsets of its items, so that long lists fit in memory. */
export interface JsonRows {
  readonly kind: "rows";
  readonly at: number;
  readonly offsets: readonly number[];
}

/** A validated JSON text. A list at the top level, or directly in the top-level object, is stored as `JsonRows`. */
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

/** A value at the top level, or in the top-level object. */
interface TopValue {
  at: number;
  /** Offsets of its items. Null for a value that isn't a list. */
  offsets: number[] | null;
}

/**
 * Validates a JSON text and returns its outline. Takes about 15 ms per megabyte.
 * @throws JsonSyntaxError for the first error
 */
export function parseJsonOutline(text: string): JsonOutline {
  const root: TopValue = { at: 0, offsets: null };
  const members: (TopValue & { readonly key: string; readonly keyAt: number })[] = [];
  let depth = 0;

  function startValue(at: number, isList = false): void {
    const parent = root.offsets === null ? members.at(-1) : root;
    if (depth === 0) Object.assign(root, { at, offsets: isList ? [] : null });
    else if (depth === (parent === root ? 1 : 2)) parent?.offsets?.push(at);
    else if (depth === 1 && parent) Object.assign(parent, { at, offsets: isList ? [] : null });
  }
  function open(at: number): void {
    depth += 1;
    if (depth > MAX_DEPTH) throw new JsonSyntaxError("The JSON is nested too deeply.", at);
  }
  function close(): void {
    depth -= 1;
  }

  visit(
    text,
    {
      onObjectBegin(at) {
        startValue(at);
        open(at);
      },
      onArrayBegin(at) {
        startValue(at, true);
        open(at);
      },
      onObjectProperty(key, keyAt) {
        if (depth === 1) members.push({ key, keyAt, at: 0, offsets: null });
      },
      onLiteralValue: (_value, at) => startValue(at),
      onObjectEnd: close,
      onArrayEnd: close,
      onError(code, at, length) {
        throw toSyntaxError(text, code, at, length);
      },
    },
    { disallowComments: true },
  );
  const { at, offsets } = root;
  if (offsets !== null) return { kind: "rows", at, offsets };
  const node = members.length === 0 ? parseJsonNode(text, at) : null;
  if (node?.kind === "scalar") return node;
  return {
    kind: "outline",
    at,
    members: members.map(({ key, keyAt, ...member }) => ({
      key,
      at: keyAt,
      value: member.offsets
        ? { kind: "rows", at: member.at, offsets: member.offsets }
        : parseJsonNode(text, member.at),
    })),
  };
}

/** Parses the value at an offset of a valid JSON text. */
export function parseJsonNode(text: string, offset: number): JsonNode {
  return toJsonNode(parseTree(text.slice(offset)), offset);
}

/** Returns the source text of the value at an offset of a valid JSON text. */
export function sourceTextAt(text: string, offset: number): string {
  return text.slice(offset, offset + (parseTree(text.slice(offset))?.length ?? 0));
}

function toJsonNode(node: Node | undefined, start: number): JsonNode {
  const { type, offset = 0, children = [], value = null } = node ?? {};
  const at = start + offset;
  if (type === "array") return { kind: "list", at, items: children.map((item) => toJsonNode(item, start)) };
  if (type !== "object") return { kind: "scalar", at, value };
  const members = children.map(({ children: [key, member] = [] }) => ({
    key: String(key?.value),
    at: start + (key?.offset ?? 0),
    value: toJsonNode(member, start),
  }));
  return { kind: "object", at, members };
}

/** Converts a node to a plain value. The last value of a repeated key wins. */
export function jsonNodeValue(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(jsonNodeValue);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, jsonNodeValue(value)]));
}

type ErrorName = ReturnType<typeof printParseErrorCode>;

/** In characters. */
const MAX_QUOTED_LENGTH = 24;

const MESSAGES: Partial<Record<ErrorName, string>> = {
  UnexpectedEndOfString: 'Missing closing quotation mark ("). Write a line break as \\n.',
  InvalidCharacter: "Write a tab as \\t, and remove other invisible characters.",
  InvalidEscapeCharacter: "Invalid escape sequence. Write a backslash as \\\\.",
  InvalidUnicode: "Write four hexadecimal digits after \\u, such as \\u00e4.",
  InvalidCommentToken: "JSON doesn't allow comments. Remove the comment.",
  UnexpectedEndOfComment: "JSON doesn't allow comments. Remove the comment.",
  ColonExpected: "Missing colon (:) after the key.",
  CloseBraceExpected: "Missing closing “}”.",
  CloseBracketExpected: "Missing closing “]”.",
  EndOfFileExpected: "Unexpected text after the end of the JSON.",
};

/** Words of other languages, by their JSON spelling. */
const FOREIGN_WORDS: Readonly<Record<string, RegExp>> = {
  true: /^true$/i,
  false: /^false$/i,
  null: /^(?:none|null|nil|undefined|NaN|Infinity)$/i,
};

function toSyntaxError(text: string, code: ParseErrorCode, at: number, length: number): JsonSyntaxError {
  const name = printParseErrorCode(code);
  const found = text.charAt(at);
  const before = text.slice(0, at).trimEnd();
  if ((found === "}" || found === "]") && before.endsWith(","))
    return new JsonSyntaxError(`Remove the comma before “${found}”.`, before.length - 1);
  // A number such as 007 is read as several numbers.
  const numberAt = at - (/[\d.]*$/.exec(before.slice(-MAX_QUOTED_LENGTH))?.[0].length ?? 0);
  if (name === "CommaExpected" && numberAt < at && before.length === at && /[\d.]/.test(found))
    return new JsonSyntaxError(numberMessage(text.slice(numberAt)), numberAt);
  const isKey = /^\s*:/.test(text.slice(at + length));
  return new JsonSyntaxError(
    MESSAGES[name] ?? tokenMessage(name, text.slice(at, at + length), isKey ? "key" : "text"),
    at,
  );
}

function tokenMessage(name: ErrorName, token: string, noun: string): string {
  const [first = ""] = token;
  if (first === "") return "Unexpected end of the JSON.";
  if (name === "CommaExpected" && /[\]}]/.test(first))
    return `Expected “${first === "}" ? "]" : "}"}” instead of “${first}”.`;
  if (name === "CommaExpected") return `Missing comma before “${first}”.`;
  if (/[-+.\d]/.test(first)) return numberMessage(token);
  if (name !== "InvalidSymbol")
    return `Missing ${name === "ValueExpected" ? "value" : "key"} before “${first}”.`;
  if (/['`]/.test(first)) return `Use double quotation marks (") instead of ${first}.`;
  if (/[“”„«»‘’‚]/.test(first)) return 'Replace the curly quotation mark with a straight one (").';
  if (/\s|[\u200b\ufeff]/.test(first)) return "Replace the special space character with a normal space.";
  const word = Object.keys(FOREIGN_WORDS).find((each) => FOREIGN_WORDS[each]?.test(token));
  if (word !== undefined) return `Write ${word} instead of “${token}”.`;
  return `Put the ${noun} in quotation marks: "${token.slice(0, MAX_QUOTED_LENGTH)}".`;
}

/** @param text starts with the number */
function numberMessage(text: string): string {
  const written = /^[-+.\w]*/.exec(text.slice(0, MAX_QUOTED_LENGTH))?.[0];
  return `“${written}” isn't a valid number. Write a number like 2 or 0.5, or put the value in quotation marks.`;
}

import {
  invalidEscapeMessage,
  invalidNumberMessage,
  missingValueMessage,
  unterminatedStringMessage,
} from "./json-messages";

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

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const LITERALS = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

export interface ScalarToken {
  readonly value: string | number | boolean | null;
  readonly end: number;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

export function skipWhitespace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

/** @throws JsonSyntaxError */
export function readString(text: string, at: number): { readonly value: string; readonly end: number } {
  let isPlain = true;
  for (let index = at + 1; ; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      const value = isPlain ? text.slice(at + 1, index) : unescapeString(text.slice(at, index + 1));
      return { value, end: index + 1 };
    }
    if (code === 0x5c) {
      isPlain = false;
      index = endOfEscape(text, index);
    } else if (!(code >= 0x20)) throw new JsonSyntaxError(unterminatedStringMessage(text, index), at);
  }
}

function unescapeString(quoted: string): string {
  const value: unknown = JSON.parse(quoted);
  return typeof value === "string" ? value : "";
}

function endOfEscape(text: string, at: number): number {
  const kind = text.charAt(at + 1);
  if (kind === "u") {
    if (/^[\da-f]{4}$/i.test(text.slice(at + 2, at + 6))) return at + 5;
    throw new JsonSyntaxError(invalidEscapeMessage(kind), at);
  }
  if (kind !== "" && '"\\/bfnrt'.includes(kind)) return at + 1;
  throw new JsonSyntaxError(invalidEscapeMessage(kind), at);
}

/**
 * Parses a string, number, boolean, or null.
 * @throws JsonSyntaxError
 */
export function readScalar(text: string, at: number): ScalarToken {
  if (text.charAt(at) === '"') return readString(text, at);
  const digits = matchAt(NUMBER, text, at);
  if (digits !== "") {
    const end = at + digits.length;
    if (/[\d.eE+_]/.test(text.charAt(end))) throw new JsonSyntaxError(invalidNumberMessage(text, at), at);
    return { value: Number(digits), end };
  }
  const word = matchAt(WORD, text, at);
  const value = LITERALS.get(word);
  if (value !== undefined) return { value, end: at + word.length };
  throw new JsonSyntaxError(missingValueMessage(text, at, word), at);
}

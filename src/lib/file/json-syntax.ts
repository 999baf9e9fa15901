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

const FOREIGN_LITERALS = new Map([
  ["True", "true"],
  ["TRUE", "true"],
  ["False", "false"],
  ["FALSE", "false"],
  ["None", "null"],
  ["NULL", "null"],
  ["Null", "null"],
  ["nil", "null"],
  ["undefined", "null"],
  ["NaN", "null"],
  ["Infinity", "null"],
]);

const CURLY_QUOTES = "“”„«»‘’‚";
/** In characters. */
const MAX_QUOTED_LENGTH = 24;

/** @param at offset of the invalid character in the string, or of the end of the text */
function unterminatedStringMessage(text: string, at: number): string {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return 'Missing closing quotation mark (").';
  if (code === 0x0a || code === 0x0d) return 'Missing closing quotation mark ("). Write a line break as \\n.';
  return code === 0x09 ? "Write a tab as \\t." : "Remove the invisible character from this text.";
}

function invalidNumberMessage(text: string, at: number): string {
  const written = /^[-+.\w]*/.exec(text.slice(at, at + MAX_QUOTED_LENGTH))?.[0] ?? "";
  return `“${written}” isn't a valid number. Write a number like 2 or 0.5, or put the value in quotation marks.`;
}

/** @param word identifier at the offset, or empty */
function missingValueMessage(text: string, at: number, word: string): string {
  const character = text.charAt(at);
  const replacement = FOREIGN_LITERALS.get(word);
  if (replacement !== undefined) return `Write ${replacement} instead of “${word}”.`;
  if (word !== "") return `Put the text in quotation marks: "${word.slice(0, MAX_QUOTED_LENGTH)}".`;
  if (/[-+.]/.test(character)) return invalidNumberMessage(text, at);
  return strayCharacterMessage(text, at) ?? `Missing value before “${character}”.`;
}

/**
 * Returns a message for a character that is never valid between JSON tokens, or for the end of the
 * text. Returns null for other characters.
 */
function strayCharacterMessage(text: string, at: number): string | null {
  const character = text.charAt(at);
  if (character === "") return "Unexpected end of the JSON.";
  if (character === "'" || character === "`")
    return `Use double quotation marks (") instead of ${character}.`;
  if (CURLY_QUOTES.includes(character)) return 'Replace the curly quotation mark with a straight one (").';
  if (character === "#" || /^\/[/*]/.test(text.slice(at, at + 2)))
    return "JSON doesn't allow comments. Remove the comment.";
  if (/[\u00a0\ufeff\u2000-\u200b\u3000]/.test(character))
    return "Replace the special space character with a normal space.";
  return null;
}

export function missingKeyMessage(text: string, at: number): string {
  const word = /^[\p{L}\p{N}_$-]+/u.exec(text.slice(at, at + 40))?.[0];
  if (word !== undefined) return `Put the key in quotation marks: "${word}".`;
  return strayCharacterMessage(text, at) ?? `Missing key before “${text.charAt(at)}”.`;
}

/** @param close closing bracket of the current list or object */
export function missingSeparatorMessage(text: string, at: number, close: "}" | "]"): string {
  const character = text.charAt(at);
  if (character === "") return `Missing closing “${close}”.`;
  if (character === "]" || character === "}") return `Expected “${close}” instead of “${character}”.`;
  if (/["{[\d\p{L}-]/u.test(character)) return `Missing comma before “${character}”.`;
  return strayCharacterMessage(text, at) ?? `Expected a comma or “${close}” instead of “${character}”.`;
}

export function missingColonMessage(key: string): string {
  return `Missing colon (:) after the key “${key}”.`;
}

export function trailingCommaMessage(close: "}" | "]"): string {
  return `Remove the comma before “${close}”.`;
}

export function trailingTextMessage(text: string, at: number): string {
  return strayCharacterMessage(text, at) ?? "Unexpected text after the end of the JSON.";
}

/** @param kind character after the backslash */
function invalidEscapeMessage(kind: string): string {
  return kind === "u"
    ? "Write four hexadecimal digits after \\u, such as \\u00e4."
    : "Invalid escape sequence. Write a backslash as \\\\.";
}

export function tooDeepMessage(): string {
  return "The JSON is nested too deeply.";
}

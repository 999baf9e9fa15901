/** What keeps a text from being JSON, in a person's words, and where. */
export class JsonMistake extends Error {
  override readonly name = "JsonMistake";
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
/** What other languages write for it. */
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
const CURLY = "“”„«»‘’‚";
/** Longest excerpt of the text within a sentence. */
const MOST_QUOTED = 24;

/** A value that holds no others, and the offset behind it. */
export interface ScalarToken {
  readonly value: string | number | boolean | null;
  readonly end: number;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** The offset of the next character that is no blank to JSON. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

/** Reads a text in quotes. @throws JsonMistake */
export function readString(text: string, at: number): { readonly value: string; readonly end: number } {
  let isPlain = true;
  for (let place = at + 1; ; place += 1) {
    const code = text.charCodeAt(place);
    if (code === 0x22) {
      const value = isPlain ? text.slice(at + 1, place) : unescaped(text.slice(at, place + 1));
      return { value, end: place + 1 };
    }
    if (code === 0x5c) {
      isPlain = false;
      place = endOfEscape(text, place);
    } else if (!(code >= 0x20)) throw new JsonMistake(unendingWords(text, place), at);
  }
}

function unescaped(quoted: string): string {
  const value: unknown = JSON.parse(quoted);
  return typeof value === "string" ? value : "";
}

/** The last character of an escape such as \n or \u00e4. */
function endOfEscape(text: string, at: number): number {
  const kind = text.charAt(at + 1);
  if (kind === "u") {
    if (/^[\da-f]{4}$/i.test(text.slice(at + 2, at + 6))) return at + 5;
    throw new JsonMistake("After “\\u” four digits are needed, such as \\u00e4.", at);
  }
  if (kind !== "" && '"\\/bfnrt'.includes(kind)) return at + 1;
  throw new JsonMistake("A backslash stands here alone. Write it twice: \\\\", at);
}

function unendingWords(text: string, at: number): string {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return 'This text is never closed: its second quotation mark (") is missing.';
  if (code === 0x0a || code === 0x0d)
    return 'This text is not closed on its line: a quotation mark (") is missing. A line break within it is written \\n.';
  return code === 0x09 ? "A tab stands in this text. Write it \\t." : "This text holds an unseen character.";
}

/** Reads text, number, true, false or null. @throws JsonMistake */
export function readScalar(text: string, at: number): ScalarToken {
  if (text.charAt(at) === '"') return readString(text, at);
  const digits = matchAt(NUMBER, text, at);
  if (digits !== "") {
    const end = at + digits.length;
    if (/[\d.eE+_]/.test(text.charAt(end))) throw new JsonMistake(numberWords(text, at), at);
    return { value: Number(digits), end };
  }
  const word = matchAt(WORD, text, at);
  const value = LITERALS.get(word);
  if (value !== undefined) return { value, end: at + word.length };
  throw new JsonMistake(noValueWords(text, at, word), at);
}

function numberWords(text: string, at: number): string {
  const written = /^[-+.\w]*/.exec(text.slice(at, at + MOST_QUOTED))?.[0] ?? "";
  return `“${written}” is not a number that JSON knows. Write it plainly, like 2 or 0.5, or in quotes.`;
}

function noValueWords(text: string, at: number, word: string): string {
  const sign = text.charAt(at);
  const meant = FOREIGN_LITERALS.get(word);
  if (meant !== undefined) return `JSON does not know “${word}”. Write ${meant}.`;
  if (word !== "")
    return `“${word.slice(0, MOST_QUOTED)}” needs quotation marks: "${word.slice(0, MOST_QUOTED)}".`;
  if (/[-+.]/.test(sign)) return numberWords(text, at);
  return strayWords(text, at) ?? `A value is missing before “${sign}”.`;
}

/** Words for what never stands between the parts of a JSON text; null for what may. */
export function strayWords(text: string, at: number): string | null {
  const sign = text.charAt(at);
  if (sign === "") return "The text ends too early: something is missing here.";
  if (sign === "'" || sign === "`")
    return `Texts stand in straight double quotation marks ("), not in ${sign}.`;
  if (CURLY.includes(sign)) return 'This is a curly quotation mark. Write the straight one: "';
  if (sign === "#" || /^\/[/*]/.test(text.slice(at, at + 2))) return "JSON has no comments. Remove it.";
  if (/[\u00a0\ufeff\u2000-\u200b\u3000]/.test(sign))
    return "An odd blank stands here. Replace it by a plain one.";
  return null;
}

import type { ContractIssue } from "@/contract/contract-error";
import type { Answer } from "@/contract/endpoint";
import { type BrokenRecord, keepRaw } from "@/contract/parsers";
import { ContractError, HttpError } from "./errors";
import { type Arrived, MOST_BYTES } from "./fetch-response";
import { readErrorBody, readRetryAfter } from "./parse-error-body";

/** Longest part of an unreadable answer that is kept for the raw view, in characters. */
const RAW_AT_MOST = 10_000;
/** Longest part that is searched for the key before that: a letter is escaped with six. */
const SEARCHED_AT_MOST = 10 * RAW_AT_MOST;
/** Most characters of what is said about a difference: names of members may be as long as the answer. */
const ISSUE_AT_MOST = 200;

function filenameOf(headers: Headers): string | null {
  const disposition = headers.get("content-disposition") ?? "";
  return (
    /filename="([^"]+)"/.exec(disposition)?.[1] ?? /filename=([^;"]+)/.exec(disposition)?.[1]?.trim() ?? null
  );
}

function mediaTypeOf(headers: Headers): string {
  return (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function tryJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Shown in the place of a value that is nested deeper than it can be written. */
const TOO_DEEP = "nested too deeply to be shown";

function tryText(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return null;
  }
}

const IS_PAGE = /^\s*</;

function whyNoJson(text: string): string {
  if (text.trim() === "") return "is empty";
  if (IS_PAGE.test(text)) return "is an HTML page, not JSON";
  return /^\s*[[{]/.test(text) ? "is not valid JSON: cut off or damaged" : "is not valid JSON";
}

function unreadable(
  endpoint: string,
  text: string,
  key: string,
  wasWrite: boolean,
  why = whyNoJson(text),
): ContractError {
  const raw = withoutKey(text.slice(0, SEARCHED_AT_MOST), key).slice(0, RAW_AT_MOST);
  return new ContractError(endpoint, [{ path: "", message: why }], raw, wasWrite);
}

const TOO_LARGE = `is larger than ${MOST_BYTES / 1_000_000} MB`;

function readJson<Output>(
  endpoint: string,
  answer: Extract<Answer<Output>, { kind: "json" }>,
  { body, wasWrite = false, isCut = false }: Arrived,
  key: string,
) {
  const text = typeof body === "string" ? body : "";
  if (answer.readNothing && text.trim() === "") return answer.readNothing();
  if (isCut) throw unreadable(endpoint, text, key, wasWrite, TOO_LARGE);
  const json = tryJson(text);
  if (json === null) throw unreadable(endpoint, text, key, wasWrite);
  const reading = answer.read(json.value);
  if (reading.ok) return withCleanBroken(reading.value, key);
  // What served as data stays as it is; what goes into an error is kept free of the key.
  const raw = tryJson(withoutKey(text, key))?.value;
  throw new ContractError(endpoint, cleanIssues(reading.issues, key), raw, wasWrite);
}

/** Where an answer differs may be named by the answer: its member names stand in paths and messages. */
function cleanIssues(issues: readonly ContractIssue[], key: string): readonly ContractIssue[] {
  const clean = (words: string) => withoutPlain(words, key).slice(0, ISSUE_AT_MOST);
  return issues.map(({ path, message }) => ({ path: clean(path), message: clean(message) }));
}

function withoutPlain(words: string, key: string): string {
  return key === "" ? words : words.replaceAll(key, "•••");
}

function isBrokenRecord(value: unknown): value is BrokenRecord {
  return (
    typeof value === "object" && value !== null && "raw" in value && "issues" in value && "index" in value
  );
}

function cleanRecord({ index, raw, issues }: BrokenRecord, key: string): BrokenRecord {
  const text = tryText(raw);
  if (text === null) return { index, raw: TOO_DEEP, issues: cleanIssues(issues, key) };
  const clean = withoutKey(text, key);
  // Untouched where nothing was found, so that an unchanged answer stays the same object.
  return { index, raw: clean === text ? raw : tryJson(clean)?.value, issues: cleanIssues(issues, key) };
}

/** Records that cannot be read are only ever shown, never edited or sent back: they are kept free of the key too. */
function withCleanBroken<Output>(value: Output, key: string): Output {
  if (typeof value !== "object" || value === null || !("broken" in value)) return value;
  const { broken } = value;
  if (!Array.isArray(broken) || broken.length === 0 || !broken.every(isBrokenRecord)) return value;
  return keepRaw(value, { ...value, broken: broken.map((record) => cleanRecord(record, key)) });
}

// An escaped printable letter, not behind a backslash that is itself escaped. Quote and backslash stay escaped.
const ESCAPED_LETTER = /(?<!\\)((?:\\\\)*)\\u00(2[13-9a-f]|[3467][0-9a-f]|5[0-9abdef])/gi;

/** Takes the key out of whatever a server echoes, before anything can show or keep it; also where JSON escapes it. */
function withoutKey(text: string, key: string): string {
  if (key === "") return text;
  // Not by parsing and writing anew: a hostile answer can be nested deeper than the stack.
  const plain = text.replace(ESCAPED_LETTER, (_, before: string, code: string) => {
    return before + String.fromCharCode(Number.parseInt(code, 16));
  });
  return plain.replaceAll(key, "•••").replaceAll(JSON.stringify(key).slice(1, -1), "•••");
}

function refusal({ status, headers, body, wasWrite }: Arrived, key: string): HttpError {
  const words = readErrorBody(typeof body === "string" ? withoutKey(body, key) : "");
  // A moment is one on the server's clock, which this device's may be far from.
  const served = Date.parse(headers.get("date") ?? "");
  const now = Number.isNaN(served) ? Date.now() : served;
  const wait = readRetryAfter(headers.get("retry-after"), words.detail, now);
  return new HttpError(status, words, wait, wasWrite);
}

/** Reads an answer as its endpoint describes. @throws HttpError for a refusal, ContractError for an unknown form. */
export function readAnswer<Output>(
  endpoint: string,
  answer: Answer<Output>,
  arrived: Arrived,
  key: string,
): Output {
  const { status, headers, body } = arrived;
  if (status < 200 || status > 299) throw refusal(arrived, key);
  if (answer.kind === "empty") {
    // A page says that something else has answered, which did nothing.
    if (typeof body === "string" && IS_PAGE.test(body)) {
      throw unreadable(endpoint, body, key, arrived.wasWrite ?? false);
    }
    return answer.read();
  }
  if (answer.kind === "json") return readJson(endpoint, answer, arrived, key);
  const blob = typeof body === "string" ? new Blob([body]) : body;
  return answer.read({ blob, mediaType: mediaTypeOf(headers), filename: filenameOf(headers) });
}

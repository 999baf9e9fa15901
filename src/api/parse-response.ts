import { boundWait } from "@/lib/time/wait";
import type { ResponseSpec } from "./endpoint";
import { ContractError, type ContractIssue, type ErrorBody, HttpError } from "./errors";
import { MAX_RESPONSE_BYTES, type RawResponse } from "./fetch-response";
import { attachRaw, type InvalidRecord } from "./parsers";

/** Maximum length of a raw response that is stored for display, in characters. */
const MAX_RAW_LENGTH = 10_000;
/**
 * In characters. Longer than `MAX_RAW_LENGTH`, because redaction replaces escapes of six characters with one character.
 */
const MAX_SEARCHED_LENGTH = 10 * MAX_RAW_LENGTH;
/** In characters. Issues contain property names, and a property name may be as long as the response. */
const MAX_ISSUE_LENGTH = 200;

function parseFilename(headers: Headers): string | null {
  const disposition = headers.get("content-disposition") ?? "";
  return (
    /filename="([^"]+)"/.exec(disposition)?.[1] ?? /filename=([^;"]+)/.exec(disposition)?.[1]?.trim() ?? null
  );
}

function parseMediaType(headers: Headers): string {
  return (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function tryParseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Placeholder for values that are nested too deeply to serialize. */
const TOO_DEEP_MESSAGE = "nested too deeply to display";

function tryStringify(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return null;
  }
}

const HTML_START = /^\s*</;

function explainInvalidJson(text: string): string {
  if (text.trim() === "") return "is empty";
  if (HTML_START.test(text)) return "is an HTML page, not JSON";
  return /^\s*[[{]/.test(text) ? "is cut off or contains invalid JSON" : "isn't valid JSON";
}

function createUnreadableError(
  endpoint: string,
  text: string,
  key: string,
  isMutation: boolean,
  reason = explainInvalidJson(text),
): ContractError {
  const raw = redactKey(text.slice(0, MAX_SEARCHED_LENGTH), key).slice(0, MAX_RAW_LENGTH);
  return new ContractError(endpoint, [{ path: "", message: reason }], raw, isMutation);
}

const TOO_LARGE_MESSAGE = `is larger than ${MAX_RESPONSE_BYTES / 1_000_000} MB`;

function parseJsonResponse<Output>(
  endpoint: string,
  spec: Extract<ResponseSpec<Output>, { kind: "json" }>,
  { body, isMutation = false, isTruncated: isCut = false }: RawResponse,
  key: string,
) {
  const text = typeof body === "string" ? body : "";
  if (spec.parseEmpty && text.trim() === "") return spec.parseEmpty();
  if (isCut) throw createUnreadableError(endpoint, text, key, isMutation, TOO_LARGE_MESSAGE);
  const json = tryParseJson(text);
  if (json === null) throw createUnreadableError(endpoint, text, key, isMutation);
  const result = spec.parse(json.value);
  if (result.ok) return redactInvalidRecords(result.value, key);
  // Unlike parsed data, errors must not contain the key.
  const raw = tryParseJson(redactKey(text, key))?.value;
  throw new ContractError(endpoint, redactIssues(result.issues, key), raw, isMutation);
}

/** Redacts the key in issues, because property names come from the response. */
function redactIssues(issues: readonly ContractIssue[], key: string): readonly ContractIssue[] {
  const redacted = (text: string) => redactPlainText(text, key).slice(0, MAX_ISSUE_LENGTH);
  return issues.map(({ path, message }) => ({ path: redacted(path), message: redacted(message) }));
}

function redactPlainText(text: string, key: string): string {
  return key === "" ? text : text.replaceAll(key, "•••");
}

function isInvalidRecord(value: unknown): value is InvalidRecord {
  return (
    typeof value === "object" && value !== null && "raw" in value && "issues" in value && "index" in value
  );
}

function redactRecord({ index, raw, issues }: InvalidRecord, key: string): InvalidRecord {
  const text = tryStringify(raw);
  if (text === null) return { index, raw: TOO_DEEP_MESSAGE, issues: redactIssues(issues, key) };
  const redacted = redactKey(text, key);
  // Values without the key keep their object identity.
  return {
    index,
    raw: redacted === text ? raw : tryParseJson(redacted)?.value,
    issues: redactIssues(issues, key),
  };
}

/** Redacts the key in invalid records, which are displayed but never sent. */
function redactInvalidRecords<Output>(value: Output, key: string): Output {
  if (typeof value !== "object" || value === null || !("broken" in value)) return value;
  const { broken } = value;
  if (!Array.isArray(broken) || broken.length === 0 || !broken.every(isInvalidRecord)) return value;
  return attachRaw(value, { ...value, broken: broken.map((record) => redactRecord(record, key)) });
}

// Matches an escaped printable character whose backslash isn't itself escaped. Excludes quotes and backslashes.
const ESCAPED_LETTER = /(?<!\\)((?:\\\\)*)\\u00(2[13-9a-f]|[3467][0-9a-f]|5[0-9abdef])/gi;

/** Redacts the key in a server's text, even if the text escapes characters of the key. */
function redactKey(text: string, key: string): string {
  if (key === "") return text;
  // Edits the text without parsing it, because a deeply nested response could overflow the stack.
  const plain = text.replace(ESCAPED_LETTER, (_, before: string, code: string) => {
    return before + String.fromCharCode(Number.parseInt(code, 16));
  });
  return plain.replaceAll(key, "•••").replaceAll(JSON.stringify(key).slice(1, -1), "•••");
}

function toHttpError({ status, headers, body, isMutation }: RawResponse, key: string): HttpError {
  const text = parseErrorBody(typeof body === "string" ? redactKey(body, key) : "");
  // Retry dates are relative to the server's clock, which may differ from the local clock.
  const serverTime = Date.parse(headers.get("date") ?? "");
  const now = Number.isNaN(serverTime) ? Date.now() : serverTime;
  const wait = parseRetryAfter(headers.get("retry-after"), text.detail, now);
  return new HttpError(status, text, wait, isMutation);
}

/**
 * Parses a response.
 * @throws HttpError for an error status
 * @throws ContractError for an unknown format
 */
export function parseResponse<Output>(
  endpoint: string,
  spec: ResponseSpec<Output>,
  raw: RawResponse,
  key: string,
): Output {
  const { status, headers, body } = raw;
  if (status < 200 || status > 299) throw toHttpError(raw, key);
  if (spec.kind === "empty") {
    // The API never sends HTML, so the request didn't reach it.
    if (typeof body === "string" && HTML_START.test(body)) {
      throw createUnreadableError(endpoint, body, key, raw.isMutation ?? false);
    }
    return spec.parse();
  }
  if (spec.kind === "json") return parseJsonResponse(endpoint, spec, raw, key);
  const blob = typeof body === "string" ? new Blob([body]) : body;
  return spec.parse({ blob, mediaType: parseMediaType(headers), filename: parseFilename(headers) });
}

const EMPTY_ERROR_BODY: ErrorBody = { type: null, code: null, detail: null, attr: null };
const MAX_DETAIL_LENGTH = 400;

function toDetail(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, MAX_DETAIL_LENGTH) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Finds the first field error in a body without the usual error format, such as
 * `{"title": ["This field is required."]}`.
 */
function firstFieldError(fields: Readonly<Record<string, unknown>>, path = ""): ErrorBody {
  for (const [name, value] of Object.entries(fields)) {
    const attr = path + name;
    const detail = toDetail(Array.isArray(value) ? value[0] : value);
    if (detail !== null) {
      return {
        type: "validation_error",
        code: "invalid_input",
        detail,
        attr: name === "non_field_errors" ? null : attr,
      };
    }
    const nested = isRecord(value) && path === "" ? firstFieldError(value, `${attr}__`) : EMPTY_ERROR_BODY;
    if (nested.detail !== null) return nested;
  }
  return EMPTY_ERROR_BODY;
}

/**
 * Parses any error body. Accepts the usual format (upstream-facts, Everywhere), `{detail}`,
 * `{error}`, field errors, HTML, or an empty body.
 */
export function parseErrorBody(raw: string): ErrorBody {
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    return EMPTY_ERROR_BODY;
  }
  if (!isRecord(body)) return { ...EMPTY_ERROR_BODY, detail: toDetail(Array.isArray(body) ? body[0] : body) };
  const first = Array.isArray(body.detail) ? body.detail[0] : body.detail;
  const detail = toDetail(first) ?? toDetail(body.error) ?? toDetail(body.message);
  if (detail === null && toDetail(body.type) === null) return firstFieldError(body);
  return { type: toDetail(body.type), code: toDetail(body.code), detail, attr: toDetail(body.attr) };
}

const SECONDS_IN_TEXT = /available in (\d+) second/i;
/** The three forms of RFC 9110. `Date.parse` alone would read "try 5" as a day in May. */
const HTTP_DATE =
  /^(?:\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT|\w{3} \w{3} [ \d]\d [\d:]{8} \d{4})$/;
/** A shorter wait would repeat refused requests too often. */
const MIN_WAIT_MS = 1_000;

/** Returns the time of a date in a header in ms since 1970, or NaN. */
function parseHttpDate(text: string): number {
  if (!HTTP_DATE.test(text)) return Number.NaN;
  return Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
}

/**
 * Returns the wait that the header or message requests, in ms, or null if neither requests one. At least a second, and
 * at most an hour.
 */
export function parseRetryAfter(header: string | null, detail: string | null, now: number): number | null {
  const value = header?.trim() ?? "";
  const seconds = /^\d+$/.test(value) ? value : undefined;
  const at = parseHttpDate(value);
  const inText = detail?.match(SECONDS_IN_TEXT)?.[1];
  let ms: number | null = null;
  if (seconds !== undefined) ms = Number(seconds) * 1000;
  else if (!Number.isNaN(at)) ms = at - now;
  else if (inText !== undefined) ms = Number(inText) * 1000;
  return ms === null ? null : boundWait(ms, MIN_WAIT_MS);
}

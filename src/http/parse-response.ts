import type { ContractIssue } from "@/contract/contract-error";
import type { ResponseSpec } from "@/contract/endpoint";
import { attachRaw, type InvalidRecord } from "@/contract/parsers";
import { ContractError, HttpError } from "./errors";
import { MAX_RESPONSE_BYTES, type RawResponse } from "./fetch-response";
import { parseErrorBody, parseRetryAfter } from "./parse-error-body";

/** Maximum length of a raw response that is stored for display, in characters. */
const MAX_RAW_LENGTH = 10_000;
/**
 * In characters. Longer than `MAX_RAW_LENGTH`, because redaction replaces escapes of six characters
 * with one character.
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

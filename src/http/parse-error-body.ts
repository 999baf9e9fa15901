import { boundWait } from "@/lib/time/wait";
import type { ErrorBody } from "./errors";

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

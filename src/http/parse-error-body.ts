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

/** Returns the wait that the header or message requests, in ms, or null if neither requests one. */
export function parseRetryAfter(header: string | null, detail: string | null, now: number): number | null {
  const value = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // `Date.parse` would read "try 5" as a day in May.
  const at = /^\w{3,9}, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(at)) return Math.max(0, at - now);
  const seconds = detail?.match(SECONDS_IN_TEXT)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

import type { ErrorBody } from "./errors";

const NOTHING: ErrorBody = { type: null, code: null, detail: null, attr: null };
const WORDS_AT_MOST = 400;

function text(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, WORDS_AT_MOST) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `{"title": ["This field is required."]}`, as servers without the error format answer; lists name the place inside. */
function firstField(fields: Readonly<Record<string, unknown>>, path = ""): ErrorBody {
  for (const [name, value] of Object.entries(fields)) {
    const attr = path + name;
    const detail = text(Array.isArray(value) ? value[0] : value);
    if (detail !== null) {
      return {
        type: "validation_error",
        code: "invalid_input",
        detail,
        attr: name === "non_field_errors" ? null : attr,
      };
    }
    const nested = isRecord(value) && path === "" ? firstField(value, `${attr}__`) : NOTHING;
    if (nested.detail !== null) return nested;
  }
  return NOTHING;
}

/** Reads an error answer of any form: the contract's, bare `{detail}`, `{error}`, fields, HTML, or nothing. */
export function readErrorBody(raw: string): ErrorBody {
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    return NOTHING;
  }
  if (!isRecord(body)) return { ...NOTHING, detail: text(Array.isArray(body) ? body[0] : body) };
  const first = Array.isArray(body.detail) ? body.detail[0] : body.detail;
  const detail = text(first) ?? text(body.error) ?? text(body.message);
  if (detail === null && text(body.type) === null) return firstField(body);
  return { type: text(body.type), code: text(body.code), detail, attr: text(body.attr) };
}

const SECONDS_IN_TEXT = /available in (\d+) second/i;

/** How long the server asks to wait, in ms: by its header when readable, else by its words. */
export function readRetryAfter(header: string | null, detail: string | null, now: number): number | null {
  const asked = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000;
  // `Date.parse` alone would take "try 5" for a day in May.
  const at = /^\w{3,9}, .+ GMT$/.test(asked) ? Date.parse(asked) : Number.NaN;
  if (!Number.isNaN(at)) return Math.max(0, at - now);
  const seconds = detail?.match(SECONDS_IN_TEXT)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

import type { ErrorBody } from "./errors";

const NOTHING: ErrorBody = { type: null, code: null, detail: null, attr: null };
const WORDS_AT_MOST = 400;

function text(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, WORDS_AT_MOST) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `{"title": ["This field is required."]}`, as servers without the error format answer. */
function firstField(body: Record<string, unknown>): ErrorBody {
  for (const [attr, value] of Object.entries(body)) {
    const detail = text(Array.isArray(value) ? value[0] : value);
    if (detail) return { type: "validation_error", code: "invalid_input", detail, attr };
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
  const detail = text(body.detail) ?? text(body.error) ?? text(body.message);
  if (detail === null && text(body.type) === null) return firstField(body);
  return { type: text(body.type), code: text(body.code), detail, attr: text(body.attr) };
}

const SECONDS_IN_TEXT = /available in (\d+) second/i;

/** How long the server asks to wait, in ms: by its header when readable, else by its words. */
export function readRetryAfter(header: string | null, detail: string | null, now: number): number | null {
  if (header !== null && header.trim() !== "") {
    const seconds = Number(header);
    if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
    const at = Date.parse(header);
    if (!Number.isNaN(at)) return Math.max(0, at - now);
  }
  const seconds = detail?.match(SECONDS_IN_TEXT)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

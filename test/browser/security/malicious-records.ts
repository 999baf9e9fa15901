import { maliciousStrings } from "../../malicious-strings";
import type { MaliciousServer } from "./malicious-server";

/** Text fields of all records, by API name. */
const TEXT_FIELDS = (
  "title target_value summary invite_message first_name last_name email distinct_id role_at_organization filename " +
  "exception name custom_name math timezone error output labels export_context resource_name"
).split(" ");

/** Number of subscriptions, one per text. */
const SUBSCRIPTIONS_PATH = maliciousStrings.length;

/** Selects a text for a record's field. Across records, every field gets every text. */
function pickText(index: number, field: string): string {
  const shift = TEXT_FIELDS.indexOf(field) * 37;
  return maliciousStrings[(index + shift) % maliciousStrings.length] ?? "";
}

function replaceTexts(
  value: unknown,
  index: number,
  field = "",
  unchangedTexts: readonly string[] = [],
): unknown {
  if (Array.isArray(value))
    return value.map((item, offset) => replaceTexts(item, index + offset, field, unchangedTexts));
  if (typeof value === "string" || value === null)
    return TEXT_FIELDS.includes(field) && !unchangedTexts.includes(field) ? pickText(index, field) : value;
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceTexts(item, index, name, unchangedTexts)]),
  );
}

const LIST = /^\/api\/environments\/1\/subscriptions\/(?:\?|$)/;
const DETAIL = /^\/api\/environments\/1\/subscriptions\/(\d+)\/$/;

/**
 * Returns the record ID at the end of the path, or 0 for a path without an ID. The ID shifts the
 * choice of texts, so that records get different texts.
 */
function idInPath(path: string): number {
  return Number(/\/(\d+)\/$/.exec(path)?.[1] ?? 0);
}

/** Creates a list page with a subscription per text, from a template. */
function subscriptionPage(
  path: string,
  body: string,
  template: object,
  unchangedTexts: readonly string[],
): object {
  const { searchParams } = new URL(path, "http://x");
  const [offset = 0, limit = 100] = ["offset", "limit"].map((name) => Number(searchParams.get(name) ?? 0));
  if (searchParams.get("deleted") === "true") return JSON.parse(body);
  const length = Math.max(0, Math.min(limit || 100, SUBSCRIPTIONS_PATH - offset));
  const results = Array.from({ length }, (_, at) => {
    const id = offset + at + 1;
    // Each subscription has its own source, so that pages that group by source show many groups.
    const source = { dashboard: id, insight: null, resource_name: "" };
    return replaceTexts({ ...template, ...source, id }, offset + at, "", unchangedTexts);
  });
  return { count: SUBSCRIPTIONS_PATH, next: null, previous: null, results };
}

/**
 * Makes a server respond with malicious texts. Fields in `unchangedTexts` keep their values, except
 * in single subscriptions.
 */
export function serveMaliciousTexts(
  maliciousServer: MaliciousServer,
  template: object,
  unchangedTexts: readonly string[] = [],
): void {
  maliciousServer.tamper(({ method, path }, { status, body }) => {
    const id = Number(DETAIL.exec(path)?.[1]);
    if (method !== "OPTIONS" && id >= 1 && id <= SUBSCRIPTIONS_PATH)
      return { status: 200, body: JSON.stringify(replaceTexts({ ...template, id }, id - 1)) };
    if (status !== 200 || path.includes("/content/") || !/^\s*[[{]/.test(body)) return undefined;
    const answer = LIST.test(path)
      ? subscriptionPage(path, body, template, unchangedTexts)
      : replaceTexts(JSON.parse(body), idInPath(path), "", unchangedTexts);
    return { status, body: JSON.stringify(answer) };
  });
}

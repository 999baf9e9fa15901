import { maliciousStrings } from "../../malicious-strings";
import type { HostileAnswer, HostileServer, SeenRequest } from "./malicious-server.mjs";

/** Fields of text, by their wire names, in every record that servers have. */
const TEXT_FIELDS = new Set([
  "title",
  "target_value",
  "summary",
  "invite_message",
  "first_name",
  "last_name",
  "email",
  "distinct_id",
  "role_at_organization",
  "filename",
  "exception",
  "name",
  "custom_name",
  "math",
  "timezone",
  "error",
  "output",
  "labels",
  "export_context",
]);

/** Deliveries that are served: one for each text. */
const SUBSCRIPTIONS_PATH = maliciousStrings.length;

/** A text for the use of a field of a record: another one for each, and in time all of them for every field. */
function pickText(place: number, field: string): string {
  const shift = [...TEXT_FIELDS].indexOf(field) * 37;
  return maliciousStrings[(place + shift) % maliciousStrings.length] ?? "";
}

/** The same answer with a hostile text wherever a person may have written one. */
function replaceTexts(
  value: unknown,
  place: number,
  field = "",
  unchangedTexts: ReadonlySet<string> = new Set(),
): unknown {
  if (Array.isArray(value))
    return value.map((item, at) => replaceTexts(item, place + at, field, unchangedTexts));
  if (typeof value === "string" || value === null)
    return TEXT_FIELDS.has(field) && !unchangedTexts.has(field) ? pickText(place, field) : value;
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceTexts(item, place, name, unchangedTexts)]),
  );
}

const LIST = /^\/api\/environments\/1\/subscriptions\/(?:\?|$)/;
const DETAIL = /^\/api\/environments\/1\/subscriptions\/(\d+)\/$/;

/** The number of the one record that is asked for, so that not every record begins with the same texts; else 0. */
function idInPath(path: string): number {
  return Number(/\/(\d+)\/$/.exec(path)?.[1] ?? 0);
}

/** A page of as many deliveries as there are texts, each made of the first one. */
function subscriptionPage(path: string, body: string, template: object): object {
  const { searchParams } = new URL(path, "http://x");
  const [offset = 0, limit = 100] = ["offset", "limit"].map((name) => Number(searchParams.get(name) ?? 0));
  if (searchParams.get("deleted") === "true") return JSON.parse(body);
  const length = Math.max(0, Math.min(limit || 100, SUBSCRIPTIONS_PATH - offset));
  const results = Array.from({ length }, (_, at) =>
    replaceTexts({ ...template, id: offset + at + 1 }, offset + at),
  );
  return { count: SUBSCRIPTIONS_PATH, next: null, previous: null, results };
}

/** Lets a server answer with hostile texts; fields of `kept` stay as they are. */
export function serveMaliciousTexts(
  maliciousServer: HostileServer,
  template: object,
  unchangedTexts: readonly string[] = [],
): void {
  const unchangedTextSet = new Set(unchangedTexts);
  maliciousServer.tamper(({ method, path }: SeenRequest, { status, body }): HostileAnswer | undefined => {
    const id = Number(DETAIL.exec(path)?.[1]);
    if (method !== "OPTIONS" && id >= 1 && id <= SUBSCRIPTIONS_PATH)
      return { status: 200, body: JSON.stringify(replaceTexts({ ...template, id }, id - 1)) };
    if (status !== 200 || path.includes("/content/") || !/^\s*[[{]/.test(body)) return undefined;
    const answer = LIST.test(path)
      ? subscriptionPage(path, body, template)
      : replaceTexts(JSON.parse(body), idInPath(path), "", unchangedTextSet);
    return { status, body: JSON.stringify(answer) };
  });
}

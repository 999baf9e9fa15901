import { hostileStrings } from "../../malicious-strings";
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
const DELIVERIES = hostileStrings.length;

/** A text for the use of a field of a record: another one for each, and in time all of them for every field. */
function textAt(place: number, field: string): string {
  const shift = [...TEXT_FIELDS].indexOf(field) * 37;
  return hostileStrings[(place + shift) % hostileStrings.length] ?? "";
}

/** The same answer with a hostile text wherever a person may have written one. */
function withTexts(
  value: unknown,
  place: number,
  field = "",
  kept: ReadonlySet<string> = new Set(),
): unknown {
  if (Array.isArray(value)) return value.map((item, at) => withTexts(item, place + at, field, kept));
  if (typeof value === "string" || value === null)
    return TEXT_FIELDS.has(field) && !kept.has(field) ? textAt(place, field) : value;
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withTexts(item, place, name, kept)]),
  );
}

const LIST = /^\/api\/environments\/1\/subscriptions\/(?:\?|$)/;
const DETAIL = /^\/api\/environments\/1\/subscriptions\/(\d+)\/$/;

/** The number of the one record that is asked for, so that not every record begins with the same texts; else 0. */
function numberIn(path: string): number {
  return Number(/\/(\d+)\/$/.exec(path)?.[1] ?? 0);
}

/** A page of as many deliveries as there are texts, each made of the first one. */
function deliveryPage(path: string, body: string, template: object): object {
  const { searchParams } = new URL(path, "http://x");
  const [offset = 0, limit = 100] = ["offset", "limit"].map((name) => Number(searchParams.get(name) ?? 0));
  if (searchParams.get("deleted") === "true") return JSON.parse(body);
  const length = Math.max(0, Math.min(limit || 100, DELIVERIES - offset));
  const results = Array.from({ length }, (_, at) =>
    withTexts({ ...template, id: offset + at + 1 }, offset + at),
  );
  return { count: DELIVERIES, next: null, previous: null, results };
}

/** Lets a server answer with hostile texts; fields of `kept` stay as they are. */
export function serveTexts(hostile: HostileServer, template: object, kept: readonly string[] = []): void {
  const spared = new Set(kept);
  hostile.tamper(({ method, path }: SeenRequest, { status, body }): HostileAnswer | undefined => {
    const id = Number(DETAIL.exec(path)?.[1]);
    if (method !== "OPTIONS" && id >= 1 && id <= DELIVERIES)
      return { status: 200, body: JSON.stringify(withTexts({ ...template, id }, id - 1)) };
    if (status !== 200 || path.includes("/content/") || !/^\s*[[{]/.test(body)) return undefined;
    const answer = LIST.test(path)
      ? deliveryPage(path, body, template)
      : withTexts(JSON.parse(body), numberIn(path), "", spared);
    return { status, body: JSON.stringify(answer) };
  });
}

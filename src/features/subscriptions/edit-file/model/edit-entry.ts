import type { Subscription } from "@/contract/subscriptions";
import { type JsonMember, type JsonNode, valueOf } from "@/lib/file/json-reader";
import { nearestName } from "@/lib/query/nearest-name";
import { MESSAGE_FIELD, PLAN_FIELDS, type PlanField, SERVER_FIELDS, WAS_KEY } from "./edit-fields";

/** Something to know about a place of the file. A mistake keeps its delivery from being applied. */
export interface PlanMark {
  readonly tone: "mistake" | "warning";
  readonly offset: number;
  readonly message: string;
}

/** A value of the file, and where its key stands. */
export interface PlanValue {
  readonly value: unknown;
  readonly at: number;
}

/** A delivery as the file has it, before anything is compared. */
export interface PlanEntry {
  readonly at: number;
  /** Null for a new one. */
  readonly id: number | null;
  readonly idAt: number;
  readonly values: ReadonlyMap<PlanField, PlanValue>;
  readonly message: PlanValue | null;
  readonly was: string | null;
  /** What is of the server's making. */
  readonly served: ReadonlyMap<string, PlanValue>;
  readonly marks: readonly PlanMark[];
}

const KNOWN: readonly string[] = ["id", ...PLAN_FIELDS, MESSAGE_FIELD, WAS_KEY, ...SERVER_FIELDS];
const NAMES = KNOWN.filter((name) => name !== WAS_KEY).map((name) => ({ name }));
const FIELD_OF = new Map<string, PlanField>(PLAN_FIELDS.map((field) => [field, field]));

/** Reads one entry of the list. */
export function readEntry(node: JsonNode): PlanEntry {
  const marks: PlanMark[] = [];
  const values = new Map<PlanField, PlanValue>();
  const served = new Map<string, PlanValue>();
  const entry = { at: node.at, idAt: node.at, id: null, message: null, was: null, values, served, marks };
  if (node.kind !== "object") {
    marks.push({
      tone: "mistake",
      offset: node.at,
      message: "Every entry of the list is a delivery in braces: {…}.",
    });
    return entry;
  }
  const members = distinctMembers(node.members, marks);
  for (const [key, { at, value }] of members) {
    const field = FIELD_OF.get(key);
    if (field !== undefined) values.set(field, { value: valueOf(value), at });
    else if (SERVER_FIELDS.includes(key)) served.set(key, { value: valueOf(value), at });
    else if (!KNOWN.includes(key)) marks.push(unknownKey(key, at));
  }
  const message = members.get(MESSAGE_FIELD);
  const was = members.get(WAS_KEY)?.value;
  return {
    ...entry,
    id: readId(members.get("id"), marks),
    idAt: members.get("id")?.at ?? node.at,
    message: message === undefined ? null : { value: valueOf(message.value), at: message.at },
    was: was?.kind === "scalar" && typeof was.value === "string" ? was.value : null,
  };
}

function distinctMembers(members: readonly JsonMember[], marks: PlanMark[]): ReadonlyMap<string, JsonMember> {
  const distinct = new Map<string, JsonMember>();
  for (const member of members) {
    if (distinct.has(member.key)) {
      const message = `“${member.key}” stands twice in this delivery. Remove one.`;
      marks.push({ tone: "mistake", offset: member.at, message });
    } else distinct.set(member.key, member);
  }
  return distinct;
}

function unknownKey(key: string, offset: number): PlanMark {
  const near = nearestName(key, NAMES);
  const hint = near === null ? "" : ` Did you mean “${near}”?`;
  return {
    tone: "warning",
    offset,
    message: `“${key}” is no field of a delivery and is not applied.${hint}`,
  };
}

function readId(member: JsonMember | undefined, marks: PlanMark[]): number | null {
  if (member === undefined) return null;
  const id = valueOf(member.value);
  if (id === null || (typeof id === "number" && Number.isSafeInteger(id) && id > 0)) return id;
  marks.push({
    tone: "mistake",
    offset: member.at,
    message: "“id” is the number of a delivery. Leave it out to make a new one.",
  });
  // Known all the same, so that a delivery is not taken for one that was left out.
  return typeof id === "string" && /^\d+$/.test(id) ? Number(id) : null;
}

/** Marks what the server made and the file says otherwise. */
export function servedMarks(entry: PlanEntry, before: Subscription): readonly PlanMark[] {
  return [...entry.served].flatMap(([key, { value, at }]) =>
    JSON.stringify(value) === JSON.stringify(before[key])
      ? []
      : [
          {
            tone: "warning" as const,
            offset: at,
            message: `“${key}” is made by the server and cannot be changed.`,
          },
        ],
  );
}

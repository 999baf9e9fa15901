/** A field of a record before and after a write, by its wire name. */
export interface FieldChange {
  readonly field: string;
  /** Undefined where nobody knew what stood there. */
  readonly before: unknown;
  /** What the server left there; what was sent, as long as its answer is not known. */
  readonly after: unknown;
}

/** Several writes that were asked for as one. */
export interface ChangeBatch {
  readonly id: string;
  readonly label: string;
}

/** What a write belongs to. */
export interface ChangeOrigin {
  readonly batch?: ChangeBatch;
  /** Id of the entry that the write takes back. */
  readonly undoes?: string;
}

/**
 * What became of a write: `running` while its answer is awaited, `refused` where it clearly was not done, `unknown` where
 * no answer came, or none that says.
 */
export type ChangeOutcome = "running" | "done" | "refused" | "unknown";

/** A write of this browser. It holds no key. */
export interface JournalEntry {
  /** Sorts by time. */
  readonly id: string;
  /** Id of the connection. */
  readonly connection: string;
  /** What the connection is called: a host, or "Demo data". */
  readonly server: string;
  readonly projectId: string;
  /** When it was sent, ISO 8601 in UTC. */
  readonly at: string;
  readonly resource: "subscription" | "export" | "member";
  /** Of a member the UUID of the person; null for another creation without an answer. */
  readonly recordId: number | string | null;
  /** What the record was called. */
  readonly name: string;
  readonly kind: "created" | "changed" | "deleted" | "restored";
  readonly changes: readonly FieldChange[];
  readonly outcome: ChangeOutcome;
  /** Why it was refused, or what a check has found. */
  readonly reason: string | null;
  readonly batch: ChangeBatch | null;
  readonly undoes: string | null;
  /** Id of the entry that has taken it back. */
  readonly undoneBy: string | null;
  /** The page that wrote it; a write is under way only as long as that is open. */
  readonly tab: string;
}

/** A record among those of all resources; null where the journal does not know which it is. */
export function recordKey({
  resource,
  recordId,
}: Pick<JournalEntry, "resource" | "recordId">): string | null {
  return recordId === null ? null : `${resource} ${recordId}`;
}

/** Stands for a value that held the key. */
export const REDACTED = "•••";

let lastTime = 0;
let sequence = 0;

/** An id that sorts by time, also among those of one millisecond, and that no other tab gives. */
export function newEntryId(): string {
  const now = Math.max(Date.now(), lastTime);
  sequence = now === lastTime ? sequence + 1 : 0;
  lastTime = now;
  const sequenceText = sequence.toString(36).padStart(3, "0");
  return `${now.toString(36).padStart(9, "0")}-${sequenceText}-${Math.random().toString(36).slice(2, 10)}`;
}

// What servers never keep (upstream-facts, Subscriptions): only the sent value says what was done.
const WRITE_ONLY_FIELDS: readonly string[] = ["invite_message"];

/** The fields that a write names, with what stood there before and what the answer has there; without one, what was sent. */
export function fieldChanges(
  before: object | undefined,
  sent: object,
  answer: object | null,
): readonly FieldChange[] {
  const valueIn = (record: object | undefined, field: string): unknown =>
    record === undefined ? undefined : Reflect.get(record, field);
  return Object.keys(sent).map((field) => ({
    field,
    before: valueIn(before, field),
    after: valueIn(answer === null || WRITE_ONLY_FIELDS.includes(field) ? sent : answer, field),
  }));
}

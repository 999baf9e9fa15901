/** A field's value before and after a change. `field` is its API name. */
export interface FieldChange {
  readonly field: string;
  /** Undefined when unknown. */
  readonly before: unknown;
  /** The value in the response or, without a response, the sent value. */
  readonly after: unknown;
}

export interface ChangeBatch {
  readonly id: string;
  readonly label: string;
}

export interface ChangeOrigin {
  readonly batch?: ChangeBatch;
  /** ID of the entry that this change undoes. */
  readonly undoes?: string;
}

/** `running`: waiting for a response. `refused`: definitely not applied. `unknown`: no usable response. */
export type ChangeOutcome = "running" | "done" | "refused" | "unknown";

/** A change sent from this browser. Never contains the API key. */
export interface JournalEntry {
  /** ID that sorts by time. */
  readonly id: string;
  readonly connection: string;
  /** Label of the connection: a host or "Demo data". */
  readonly server: string;
  readonly projectId: string;
  /** When the request was sent, as ISO 8601 in UTC. */
  readonly at: string;
  readonly resource: "subscription" | "export" | "member";
  /** The record's ID, or the person's UUID for members. Null for creations without a response, except of members. */
  readonly recordId: number | string | null;
  readonly name: string;
  /** `tested` is a test delivery, which changes no fields. */
  readonly kind: "created" | "changed" | "deleted" | "restored" | "tested";
  readonly changes: readonly FieldChange[];
  readonly outcome: ChangeOutcome;
  /** Why the change failed, or the result of a check. */
  readonly reason: string | null;
  readonly batch: ChangeBatch | null;
  readonly undoes: string | null;
  /** ID of the entry that undid this change. */
  readonly undoneBy: string | null;
  /** ID of the page that sent the change. If that page closes before the response, the outcome is unknown. */
  readonly tab: string;
}

/** Returns a key that is unique across resources, or null if the record is unknown. */
export function recordKey({
  resource,
  recordId,
}: Pick<JournalEntry, "resource" | "recordId">): string | null {
  return recordId === null ? null : `${resource} ${recordId}`;
}

/** Stored instead of a value that contains the API key. */
export const REDACTED = "•••";

let lastTime = 0;
let sequence = 0;

/** Returns an ID that sorts by time, even within a millisecond, and is unique across tabs. */
export function newEntryId(): string {
  const now = Math.max(Date.now(), lastTime);
  sequence = now === lastTime ? sequence + 1 : 0;
  lastTime = now;
  const sequenceText = sequence.toString(36).padStart(3, "0");
  return `${now.toString(36).padStart(9, "0")}-${sequenceText}-${Math.random().toString(36).slice(2, 10)}`;
}

// Servers never return these fields (upstream-facts, Subscriptions), so the journal records the sent values.
const WRITE_ONLY_FIELDS: readonly string[] = ["invite_message"];

/**
 * Returns the sent fields with their values before and after.
 * @param answer the returned record; null without a response
 */
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

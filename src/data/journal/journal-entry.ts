import * as z from "zod/mini";

/** A field's value before and after a change. */
const fieldChangeSchema = z.object({
  /** API name. */
  field: z.string(),
  /** Undefined when unknown. */
  before: z.unknown(),
  /** The server's value, or the sent value if the server hasn't returned one. */
  after: z.unknown(),
});
const changeBatchSchema = z.object({ id: z.string(), label: z.string() });

export type FieldChange = Readonly<z.output<typeof fieldChangeSchema>>;
export type ChangeBatch = Readonly<z.output<typeof changeBatchSchema>>;

export interface ChangeOrigin {
  readonly batch?: ChangeBatch;
  /** ID of the entry that this change undoes. */
  readonly undoes?: string | undefined;
}

/** A change sent from this browser. Never contains the API key. */
export const journalEntrySchema = z.object({
  /** IDs sort in chronological order. */
  id: z.string(),
  connection: z.string(),
  /** Label of the connection: the host or "Demo data". */
  server: z.string(),
  projectId: z.string(),
  /** Time of the request, as ISO 8601 in UTC. */
  at: z.string(),
  resource: z.enum(["subscription", "export", "member"]),
  /** The user's UUID for a member. Null if the ID of a created subscription or export isn't known. */
  recordId: z.nullable(z.union([z.int(), z.string()])),
  name: z.string(),
  /** `tested` is a test delivery, which changes no fields. */
  kind: z.enum(["created", "changed", "deleted", "restored", "tested"]),
  changes: z.readonly(z.array(fieldChangeSchema)),
  /** `running`: waiting for a response. `refused`: not applied. `unknown`: the response was missing or unusable. */
  outcome: z.enum(["running", "done", "refused", "unknown"]),
  /** Reason for a failure or an unknown outcome, or the result of a check. */
  reason: z.nullable(z.string()),
  batch: z.nullable(changeBatchSchema),
  undoes: z.nullable(z.string()),
  /** ID of the entry that undid this change. */
  undoneBy: z.nullable(z.string()),
  /** ID of the page that sent the change. */
  tab: z.string(),
});

export type JournalEntry = Readonly<z.output<typeof journalEntrySchema>>;

/** `tab` of the changes that the demo starts with. */
export const DEMO_ENTRY_TAB = "demo";

/** Returns a key that is unique across resources. Null when the record is unknown. */
export function recordKey(entry: Pick<JournalEntry, "resource" | "recordId">): string | null {
  return entry.recordId === null ? null : `${entry.resource} ${entry.recordId}`;
}

/** Replaces a value that contains the API key. */
export const REDACTED = "•••";

let lastTime = 0;
let sequence = 0;

/** Returns an ID that is unique across tabs and sorts by time, in one tab also within a millisecond. */
export function newEntryId(): string {
  const now = Math.max(Date.now(), lastTime);
  sequence = now === lastTime ? sequence + 1 : 0;
  lastTime = now;
  const sequenceText = sequence.toString(36).padStart(3, "0");
  return `${now.toString(36).padStart(9, "0")}-${sequenceText}-${Math.random().toString(36).slice(2, 10)}`;
}

// Servers never return these fields (upstream-facts, Subscriptions), so the journal stores the sent values.
export const WRITE_ONLY_FIELD = "invite_message";

/**
 * Returns the sent fields with their values before and after.
 * @param answer returned record, or null without a response
 */
export function fieldChanges(before: object, sent: object, answer: object | null): readonly FieldChange[] {
  return Object.keys(sent).map((field) => ({
    field,
    before: Reflect.get(before, field),
    after: Reflect.get(answer === null || field === WRITE_ONLY_FIELD ? sent : answer, field),
  }));
}

/** Identifies this page among the browser's tabs. Changes on reload. */
export const TAB_ID = Math.random().toString(36).slice(2, 12);

/** Entries of this tab that aren't persisted, by ID. */
export const memoryOnly = new Map<string, JournalEntry>();

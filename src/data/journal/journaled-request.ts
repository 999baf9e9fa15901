import type { Api } from "@/data/client/api-context";
import { broadcastChange, type ChangeScope } from "@/data/query/other-tabs";
import { describeError } from "@/http/describe-error";
import { storeEntry } from "./journal";
import { type ChangeOrigin, type JournalEntry, newEntryId, REDACTED } from "./journal-entry";
import { TAB_ID } from "./tab-id";
import { isOutcomeUnknown } from "./unknown-outcome";

/** What a write is about, as the journal notes it before there is an answer. */
export type ChangeIntent = Pick<JournalEntry, "resource" | "recordId" | "name" | "kind" | "changes">;

/** A write, and how its answer is noted. */
export interface JournaledRequest<Answer> {
  readonly intent: ChangeIntent;
  /** What it makes stale, which the browser's other tabs are told. */
  readonly scope: ChangeScope;
  readonly origin: ChangeOrigin;
  /** The entry's id, where somebody wants to find it again; made up otherwise. */
  readonly entryId?: string;
  readonly send: () => Promise<Answer>;
  /** What the entry says of the answer. */
  readonly describeResponse: (response: Answer) => Pick<JournalEntry, "recordId" | "name" | "changes">;
}

/** Whether a call was given up from here before its answer came. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Whether a write that failed, or was given up, may have been done all the same. */
export function isOutcomeUncertain(error: unknown): boolean {
  return isAborted(error) || isOutcomeUnknown(error);
}

/** A value as the journal may keep it: whatever holds the key, the key is the least of it. */
function redactKey(value: unknown, key: string): unknown {
  return key !== "" && (JSON.stringify(value) ?? "").includes(key) ? REDACTED : value;
}

function createEntry({ client, projectId }: Api, intent: ChangeIntent, origin: ChangeOrigin): JournalEntry {
  const { id, label } = client.connection;
  return {
    id: newEntryId(),
    connection: id,
    server: label,
    projectId,
    at: new Date().toISOString(),
    ...intent,
    outcome: "running",
    reason: null,
    batch: origin.batch ?? null,
    undoes: origin.undoes ?? null,
    undoneBy: null,
    tab: TAB_ID,
  };
}

function failureReason(error: unknown): string {
  if (isAborted(error)) return "The request was canceled before a response arrived.";
  const { title, detail } = describeError(error);
  return `${title}. ${detail}`;
}

/**
 * Notes what is asked for, sends it, and notes what became of it; gives the answer and its entry. Fails as the request
 * does, and never otherwise.
 */
export async function sendJournaled<Answer>(
  api: Api,
  { intent, scope, origin, entryId, send, describeResponse }: JournaledRequest<Answer>,
): Promise<{ readonly response: Answer; readonly entry: JournalEntry }> {
  const { key } = api.client.connection;
  const newEntry = createEntry(api, intent, origin);
  const entry = entryId === undefined ? newEntry : { ...newEntry, id: entryId };
  const store = ({ name, changes, ...rest }: JournalEntry) => {
    const redacted: JournalEntry = {
      ...rest,
      name: String(redactKey(name, key)),
      changes: changes.map(({ field, before, after }) => ({
        field,
        before: redactKey(before, key),
        after: redactKey(after, key),
      })),
    };
    return { clean: redacted, stored: storeEntry(redacted) };
  };
  // Before it is sent: a page that is closed in the middle leaves this behind.
  await store(entry).stored;
  try {
    const response = await send();
    broadcastChange(scope);
    const { clean: redacted } = store({ ...entry, outcome: "done", ...describeResponse(response) });
    return { response, entry: redacted };
  } catch (error) {
    const isUnknown = isOutcomeUncertain(error);
    if (isUnknown) broadcastChange(scope);
    store({ ...entry, outcome: isUnknown ? "unknown" : "refused", reason: failureReason(error) });
    throw error;
  }
}

import type { Api } from "@/data/client/api-context";
import { tellOtherTabs, type WriteScope } from "@/data/query/other-tabs";
import { describeError } from "@/http/describe-error";
import { keepEntry } from "./journal";
import { HIDDEN, type JournalEntry, newEntryId, type WriteOrigin } from "./journal-entry";
import { TAB } from "./tab-id";
import { isOutcomeUnknown } from "./unknown-outcome";

/** What a write is about, as the journal notes it before there is an answer. */
export type WriteIntent = Pick<JournalEntry, "resource" | "recordId" | "name" | "kind" | "changes">;

/** A write, and how its answer is noted. */
export interface RecordedWrite<Answer> {
  readonly intent: WriteIntent;
  /** What it makes stale, which the browser's other tabs are told. */
  readonly scope: WriteScope;
  readonly origin: WriteOrigin;
  /** The entry's id, where somebody wants to find it again; made up otherwise. */
  readonly entryId?: string;
  readonly send: () => Promise<Answer>;
  /** What the entry says of the answer. */
  readonly noteAnswer: (answer: Answer) => Pick<JournalEntry, "recordId" | "name" | "changes">;
}

/** Whether a call was given up from here before its answer came. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Whether a write that failed, or was given up, may have been done all the same. */
export function mayBeDone(error: unknown): boolean {
  return isGivenUp(error) || isOutcomeUnknown(error);
}

/** A value as the journal may keep it: whatever holds the key, the key is the least of it. */
function withoutKey(value: unknown, key: string): unknown {
  return key !== "" && (JSON.stringify(value) ?? "").includes(key) ? HIDDEN : value;
}

function entryOf({ client, projectId }: Api, intent: WriteIntent, origin: WriteOrigin): JournalEntry {
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
    tab: TAB,
  };
}

function reasonOf(error: unknown): string {
  if (isGivenUp(error)) return "Its answer was not waited for.";
  const { title, detail } = describeError(error);
  return `${title}. ${detail}`;
}

/**
 * Notes what is asked for, sends it, and notes what became of it; gives the answer and its entry. Fails as the request
 * does, and never otherwise.
 */
export async function recordWrite<Answer>(
  api: Api,
  { intent, scope, origin, entryId, send, noteAnswer }: RecordedWrite<Answer>,
): Promise<{ readonly answer: Answer; readonly entry: JournalEntry }> {
  const { key } = api.client.connection;
  const made = entryOf(api, intent, origin);
  const entry = entryId === undefined ? made : { ...made, id: entryId };
  const keep = ({ name, changes, ...rest }: JournalEntry) => {
    const clean: JournalEntry = {
      ...rest,
      name: String(withoutKey(name, key)),
      changes: changes.map(({ field, before, after }) => ({
        field,
        before: withoutKey(before, key),
        after: withoutKey(after, key),
      })),
    };
    return { clean, kept: keepEntry(clean) };
  };
  // Before it is sent: a page that is closed in the middle leaves this behind.
  await keep(entry).kept;
  try {
    const answer = await send();
    tellOtherTabs(scope);
    const { clean } = keep({ ...entry, outcome: "done", ...noteAnswer(answer) });
    return { answer, entry: clean };
  } catch (error) {
    const isUnknown = mayBeDone(error);
    if (isUnknown) tellOtherTabs(scope);
    keep({ ...entry, outcome: isUnknown ? "unknown" : "refused", reason: reasonOf(error) });
    throw error;
  }
}

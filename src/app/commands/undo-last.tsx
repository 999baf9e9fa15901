import { useEffect, useEffectEvent, useState } from "react";
import { useSession } from "@/app/connection/session";
import { type Api, ApiProvider } from "@/data/backend/backend";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { readBatchEntries, readJournal } from "@/data/journal/journal-store";
import { undoBlocker } from "@/data/undo/plan-undo";
import { UndoDialog } from "@/features/journal/undo-dialog";
import { toasts } from "@/ui/feedback/toasts";

/** Previews the undo of the newest change in the project, or of the bulk action that it belongs to. */
export function UndoLast(props: { readonly projectId: string | null; readonly onClose: () => void }) {
  const { projectId, onClose } = props;
  const { backend } = useSession();
  const [api] = useState(() => backend && projectId !== null && { ...backend, projectId });
  const [entries, setEntries] = useState<readonly JournalEntry[] | null>(null);
  const handleLast = useEffectEvent((last: LastChange) => {
    if (last.entries.length > 0) return setEntries(last.entries);
    toasts.show({ title: "Nothing to undo", detail: last.reason });
    onClose();
  });
  useEffect(() => {
    if (api) findLastChange(api).then(handleLast, () => handleLast(UNREADABLE));
  }, [api]);
  if (!api || entries === null) return null;
  return (
    <ApiProvider api={api}>
      <UndoDialog entries={entries} onClose={onClose} />
    </ApiProvider>
  );
}

interface LastChange {
  readonly entries: readonly JournalEntry[];
  readonly reason: string;
}

const MAX_READ_ENTRIES = 1_000;
const UNREADABLE: LastChange = { entries: [], reason: "Browser storage didn't respond." };

async function findLastChange(api: Api): Promise<LastChange> {
  const entries = await readJournal(api, MAX_READ_ENTRIES);
  const [newest] = entries;
  const reason = (newest && undoBlocker(newest)) ?? "No earlier change from this browser can be undone.";
  // Undoing an older change instead would surprise.
  if (newest?.outcome === "running") return { entries: [], reason };
  const last = entries.find((entry) => entry.undoes === null && undoBlocker(entry) === null);
  if (!last?.batch) return { entries: last ? [last] : [], reason };
  const batch = await readBatchEntries(api, last.batch.id);
  return { entries: batch.filter((entry) => undoBlocker(entry) === null), reason };
}

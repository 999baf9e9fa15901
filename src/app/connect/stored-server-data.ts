import {
  listConnectionSettings,
  removeConnectionSettings,
  type SettingKind,
} from "@/data/browser-storage/connection-settings";
import { writeCapabilities, writeQuietSaves } from "@/data/browser-storage/stored-capabilities";
import { countConnectionEntries, deleteConnectionEntries } from "@/data/journal/journal-store";
import {
  countConnectionOffboardings,
  deleteConnectionOffboardings,
} from "@/data/offboarding/offboarding-store";
import { countConnectionObservations, deleteConnectionObservations } from "@/data/web-vitals/vitals-history";

/**
 * Items that this browser stores about a server, besides the connection. A count is null when its store
 * can't be read.
 */
export interface StoredServerData {
  readonly changes: number | null;
  readonly offboardings: number | null;
  readonly observations: number | null;
  readonly settings: readonly SettingKind[];
}

function orUnknown(count: Promise<number>): Promise<number | null> {
  return count.catch(() => null);
}

/** Counts what this browser stores about a server. Returns null when it stores nothing. */
export async function findStoredServerData(connectionId: string): Promise<StoredServerData | null> {
  const [changes, offboardings, observations] = await Promise.all([
    orUnknown(countConnectionEntries(connectionId)),
    orUnknown(countConnectionOffboardings(connectionId)),
    orUnknown(countConnectionObservations(connectionId)),
  ]);
  const settings = listConnectionSettings(connectionId);
  const isEmpty = changes === 0 && offboardings === 0 && observations === 0 && settings.length === 0;
  return isEmpty ? null : { changes, offboardings, observations, settings };
}

/** Removes what this browser stores about a server. Rejects when a store can't be opened or changed. */
export async function removeStoredServerData(connectionId: string): Promise<void> {
  await Promise.all([
    deleteConnectionEntries(connectionId),
    deleteConnectionOffboardings(connectionId),
    deleteConnectionObservations(connectionId),
  ]);
  removeConnectionSettings(connectionId);
  writeCapabilities(connectionId, []);
  writeQuietSaves(connectionId, "unknown");
}

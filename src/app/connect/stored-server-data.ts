import {
  listConnectionSettings,
  removeConnectionSettings,
  type SettingKind,
} from "@/data/browser-storage/connection-settings";
import { writeCapabilities } from "@/data/browser-storage/stored-capabilities";
import { countConnectionEntries, deleteConnectionEntries } from "@/data/journal/journal-store";
import {
  countConnectionOffboardings,
  deleteConnectionOffboardings,
} from "@/data/offboarding/offboarding-store";
import { countConnectionObservations, deleteConnectionObservations } from "@/data/web-vitals/vitals-history";

/** Counts of a server's stored data in this browser, without the connection itself. */
export interface StoredServerData {
  readonly changes: number;
  readonly offboardings: number;
  readonly observations: number;
  readonly settings: readonly SettingKind[];
}

/** Counts a store that can't be read as empty. */
function orNone(count: Promise<number>): Promise<number> {
  return count.catch(() => 0);
}

/** Counts what this browser stores about a server. Returns null when there is nothing. */
export async function findStoredServerData(connectionId: string): Promise<StoredServerData | null> {
  const [changes, offboardings, observations] = await Promise.all([
    orNone(countConnectionEntries(connectionId)),
    orNone(countConnectionOffboardings(connectionId)),
    orNone(countConnectionObservations(connectionId)),
  ]);
  const settings = listConnectionSettings(connectionId);
  const isEmpty = changes + offboardings + observations + settings.length === 0;
  return isEmpty ? null : { changes, offboardings, observations, settings };
}

/** Removes what this browser stores about a server. Rejects when a store can't be changed. */
export async function removeStoredServerData(connectionId: string): Promise<void> {
  removeConnectionSettings(connectionId);
  writeCapabilities(connectionId, []);
  await Promise.all([
    deleteConnectionEntries(connectionId),
    deleteConnectionOffboardings(connectionId),
    deleteConnectionObservations(connectionId),
  ]);
}

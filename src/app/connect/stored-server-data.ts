import {
  listConnectionSettings,
  removeConnectionSettings,
  type SettingKind,
  writeCapabilities,
  writeQuietSaves,
} from "@/data/browser-storage/local-storage";
import { countConnectionEntries, deleteConnectionEntries } from "@/data/journal/journal-store";
import {
  countConnectionOffboardings,
  deleteConnectionOffboardings,
} from "@/data/offboarding/offboarding-store";
import { countConnectionObservations, deleteConnectionObservations } from "@/data/web-vitals/vitals-history";
import { formatList, pluralize } from "@/lib/text/numbers";

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

/** Counts what this browser stores about a server. Returns null when it stores nothing. */
export async function findStoredServerData(connectionId: string): Promise<StoredServerData | null> {
  const [changes, offboardings, observations] = await Promise.all([
    countConnectionEntries(connectionId).catch(() => null),
    countConnectionOffboardings(connectionId).catch(() => null),
    countConnectionObservations(connectionId).catch(() => null),
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

const SETTING_LABELS: Readonly<Record<SettingKind, string>> = {
  views: "saved views",
  "resume-dates": "reminders to resume subscriptions",
  "own-domains": "your own domains",
  "vital-budgets": "web vitals budgets",
  "vital-paths": "the paths on your web vitals board",
  offboarding: "offboarding drafts",
  "recent-sources": "recently used sources",
};

export function storedDataLabels(data: StoredServerData): readonly string[] {
  const { changes, offboardings, observations, settings } = data;
  const unreadable = [
    changes === null && "changes in Activity",
    offboardings === null && "offboardings",
    observations === null && "web vitals history",
  ].filter((label) => label !== false);
  return [
    changes !== null &&
      changes > 0 &&
      `${pluralize(changes, "change", "changes")} in Activity, which you can't undo once removed`,
    offboardings !== null &&
      offboardings > 0 &&
      `${pluralize(offboardings, "offboarding", "offboardings")}, with names and emails`,
    observations !== null &&
      observations > 0 &&
      `${pluralize(observations, "value", "values")} in the web vitals history`,
    ...settings.map((kind) => SETTING_LABELS[kind]),
    unreadable.length > 0 && `possibly ${formatList(unreadable)}, which can't be read right now`,
  ].filter((label) => label !== false);
}

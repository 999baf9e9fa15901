/** Sent requests of one second. */
type SentInSecond = readonly [second: number, count: number];

/** What one tab uses of a key's limits. */
interface TabUsage {
  /** Oldest first. Older than a minute, a pair counts the requests of several seconds, and has the last of them. */
  readonly sent: readonly SentInSecond[];
  readonly reserved: number;
  /** End of a pause after a refusal, in ms since 1970, or 0. */
  readonly pausedUntil: number;
  /** Time of the last change, in ms since 1970. */
  readonly updatedAt: number;
}

/** Where the tabs of a browser share their usage. */
export interface UsageStorage {
  readonly area: Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;
  /** Same for all tabs with the same key, and different for others. Doesn't contain the key. */
  readonly name: string;
}

export interface RequestUsage {
  readonly own: () => TabUsage;
  /** Other tabs, including closed ones and those before a reload. */
  readonly others: () => readonly TabUsage[];
  readonly add: (requests: number) => void;
  readonly reserve: (requests: number) => void;
  readonly pauseUntil: (time: number) => void;
}

/** Prefix of the items' names. */
export const USAGE_PREFIX = "environs.requests.";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNUSED: TabUsage = { sent: [], reserved: 0, pausedUntil: 0, updatedAt: 0 };

/** Drops requests of more than an hour ago, and merges those of one minute when the minute is over. */
function compact(sent: readonly SentInSecond[], now: number): readonly SentInSecond[] {
  const pairs: SentInSecond[] = [];
  for (const [second, count] of sent) {
    if (second * 1_000 < now - HOUR_MS - 1_000) continue;
    const last = pairs.at(-1);
    const isSame =
      last !== undefined &&
      (last[0] === second ||
        (second * 1_000 < now - MINUTE_MS && Math.floor(last[0] / 60) === Math.floor(second / 60)));
    if (isSame) pairs.splice(-1, 1, [second, last[1] + count]);
    else pairs.push([second, count]);
  }
  return pairs;
}

function isTabUsage(value: unknown): value is TabUsage {
  if (typeof value !== "object" || value === null) return false;
  const { sent, reserved, pausedUntil, updatedAt }: Partial<Record<keyof TabUsage, unknown>> = value;
  return (
    Array.isArray(sent) &&
    sent.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isFinite)) &&
    [reserved, pausedUntil, updatedAt].every(Number.isFinite)
  );
}

/** Parses a stored value. Returns null for that of another version of the app. */
function parseUsage(text: string): TabUsage | null {
  try {
    const value: unknown = JSON.parse(text);
    return isTabUsage(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Counts the requests of a tab, and stores them for the other tabs and for the time after a reload. Each tab writes
 * only its own item, so that no tab overwrites the count of another. Without storage, counts only this tab.
 */
export function createRequestUsage(storage: UsageStorage | null): RequestUsage {
  const prefix = storage && `${USAGE_PREFIX}${storage.name}.`;
  // `randomUUID` exists only on HTTPS.
  const ownName = `${prefix}${Math.random().toString(36).slice(2)}`;
  let usage = UNUSED;
  /** Parsed items by name. Most don't change between two reads. */
  let parsed = new Map<string, { readonly text: string; readonly usage: TabUsage | null }>();

  /** Moves all times back with the system clock. Otherwise, they would stay in the future. */
  function followClock(now: number): void {
    const ms = usage.updatedAt - now;
    if (ms <= 0) return;
    const sent = usage.sent.map(([second, count]) => [second - Math.floor(ms / 1_000), count] as const);
    usage = { ...usage, sent, pausedUntil: usage.pausedUntil - ms, updatedAt: now };
  }

  function update(patch: (current: TabUsage) => Partial<TabUsage>): void {
    const now = Date.now();
    followClock(now);
    usage = { ...usage, ...patch(usage), updatedAt: now };
    usage = { ...usage, sent: compact(usage.sent, now) };
    try {
      storage?.area.setItem(ownName, JSON.stringify(usage));
    } catch {
      // Storage is blocked or full, so other tabs don't know of this one.
    }
  }

  function readOthers(): readonly TabUsage[] {
    if (storage === null || prefix === null) return [];
    const now = Date.now();
    const read: typeof parsed = new Map();
    const names = Array.from({ length: storage.area.length }, (_, index) => storage.area.key(index));
    for (const name of names) {
      if (!name?.startsWith(prefix) || name === ownName) continue;
      const text = storage.area.getItem(name) ?? "";
      const known = parsed.get(name);
      const item = known?.text === text ? known : { text, usage: parseUsage(text) };
      const ageMs = now - (item.usage?.updatedAt ?? 0);
      // A time in the future was stored before the system clock was set back.
      if (ageMs < HOUR_MS && ageMs > -MINUTE_MS) read.set(name, item);
      else storage.area.removeItem(name);
    }
    parsed = read;
    return [...read.values()].flatMap((item) => item.usage ?? []);
  }

  return {
    own() {
      followClock(Date.now());
      return usage;
    },
    others() {
      try {
        return readOthers();
      } catch {
        return [];
      }
    },
    add: (requests) =>
      update(({ sent }) => ({ sent: [...sent, [Math.floor(Date.now() / 1_000), requests]] })),
    reserve: (requests) => update(({ reserved }) => ({ reserved: reserved + requests })),
    pauseUntil: (pausedUntil) => update(() => ({ pausedUntil })),
  };
}

import { addJitter, boundWait, MAX_WAIT_MS, sleep } from "@/lib/time/wait";

export interface RequestLimit {
  readonly windowMs: number;
  /** Maximum number of requests in any window of this length. */
  readonly max: number;
}

/**
 * Half of what servers allow per API key: 480 requests per minute and 4,800 per hour (server-generations). The other
 * half is for single requests, which never wait, and for other programs that use the key.
 */
export const HALF_OF_SERVER_LIMITS: readonly RequestLimit[] = [
  { windowMs: 60_000, max: 240 },
  { windowMs: 3_600_000, max: 2_400 },
];

/** Half of what servers allow for sessions and insights, which they count separately. */
export const HALF_OF_INSIGHT_LIMITS: readonly RequestLimit[] = [
  { windowMs: 60_000, max: 120 },
  { windowMs: 3_600_000, max: 600 },
];

/** Browsers open six connections per host. One remains for single requests, which are answered first. */
const MAX_PARALLEL = 5;
/** A change may wait for a read of its list, so changes leave a place for it. */
const MAX_PARALLEL_CHANGES = 4;

/** Shorter waits aren't shown, because their notice would only flicker. */
const MIN_SHOWN_WAIT_MS = 1_000;
/** Reservations of a tab that was closed or suspended count for this time. */
const MAX_RESERVED_MS = 60_000;
/** Wait while the requests of the limit are reserved, but not sent yet. */
const RESERVED_WAIT_MS = 1_000;

export interface TurnOptions {
  /** Largest number of requests that the work sends. One by default. */
  readonly requests?: number;
  /** Whether the work is a change of a bulk action. */
  readonly isChange?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called with the end of each longer wait, in ms since 1970. Replaces the `onWait` of the budget. */
  readonly onWait?: (resumesAt: number) => void;
}

/**
 * The queue of bulk actions, full reads and polls, which share the server's limits with those of other tabs. Counts all
 * requests of a client, but only these wait.
 */
export interface RequestBudget {
  /** Counts a request that is being sent. */
  readonly count: () => void;
  /**
   * Waits for its turn, and reserves the requests until the result is called. Sent requests are counted in addition.
   * Rejects with the signal's reason.
   */
  readonly acquire: (options?: TurnOptions) => Promise<() => void>;
  /** Runs `work` in its turn. Rejects like `work`, or with the signal's reason. */
  readonly inTurn: <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;
  /** Grants nothing for `ms`, in any tab, because the server refused a request. */
  readonly pause: (ms: number) => void;
  /** Returns the end of the pause in ms since 1970, or null without one. */
  readonly pausedUntil: () => number | null;
  /** Ends the pause in this tab. */
  readonly resume: () => void;
  /** Resolves at `resumesAt`, or when the pause ends earlier. Rejects with the signal's reason. */
  readonly wait: (resumesAt: number, signal?: AbortSignal) => Promise<void>;
}

export interface RequestBudgetOptions {
  /** None by default. */
  readonly limits?: readonly RequestLimit[];
  /** Called with the end of a longer wait, in ms since 1970, and with null when no wait is left. */
  readonly onWait?: (resumesAt: number | null) => void;
  /** Shares the budget with other tabs. By default, each budget counts on its own. */
  readonly storage?: UsageStorage | null;
  /** For tests. Returns jitter in [0, 1). */
  readonly random?: () => number;
}

interface WaitingForPlace {
  readonly isChange: boolean;
  readonly start: () => void;
}

export function createRequestBudget({
  limits = [],
  onWait = () => undefined,
  storage = null,
  random = Math.random,
}: RequestBudgetOptions): RequestBudget {
  const usage = createRequestUsage(storage);
  let shownWaits = 0;
  /** End of the pause that the user has ended, in ms since 1970. */
  let endedPause = 0;
  let resumed = new AbortController();
  let running = 0;
  let runningChanges = 0;
  const waiting: WaitingForPlace[] = [];

  function pausedUntil(): number | null {
    const now = Date.now();
    const until = Math.max(usage.own().pausedUntil, ...usage.others().map((other) => other.pausedUntil));
    return until > now && until > endedPause ? Math.min(until, now + MAX_WAIT_MS) : null;
  }

  function getLimitWaitMs(requests: number): number {
    if (limits.length === 0) return 0;
    const now = Date.now();
    const others = usage.others();
    const sent = [usage.own(), ...others].flatMap((tab) => tab.sent).sort(([one], [other]) => other - one);
    const reserved = others
      .filter(({ updatedAt }) => updatedAt > now - MAX_RESERVED_MS)
      .reduce((sum, tab) => sum + tab.reserved, usage.own().reserved);
    const waits = limits.map(({ windowMs, max }) => {
      let total = reserved + requests;
      if (reserved > 0 && total > max) return RESERVED_WAIT_MS;
      for (const [second, count] of sent) {
        total += count;
        // These requests must be out of the window before more can be sent.
        const waitMs = (second + 1) * 1_000 + windowMs - now;
        if (total > max) return Math.min(waitMs, windowMs + 1_000);
      }
      return 0;
    });
    return Math.max(0, ...waits);
  }

  const hasPlace = (isChange: boolean) =>
    running < MAX_PARALLEL && !(isChange && runningChanges >= MAX_PARALLEL_CHANGES);

  function takePlace(isChange: boolean): void {
    running += 1;
    if (isChange) runningChanges += 1;
  }

  /** Gives the place to the first that may take it. */
  function releasePlace(isChange: boolean): void {
    running -= 1;
    if (isChange) runningChanges -= 1;
    const index = waiting.findIndex((next) => hasPlace(next.isChange));
    if (index >= 0) waiting.splice(index, 1)[0]?.start();
  }

  function waitForPlace(isChange: boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const place: WaitingForPlace = {
        isChange,
        start() {
          signal?.removeEventListener("abort", handleAbort);
          takePlace(isChange);
          resolve();
        },
      };
      const handleAbort = () => {
        waiting.splice(waiting.indexOf(place), 1);
        reject(signal?.reason);
      };
      waiting.push(place);
      signal?.addEventListener("abort", handleAbort, { once: true });
    });
  }

  async function acquire({ requests = 1, isChange = false, signal, onWait: tell }: TurnOptions = {}) {
    signal?.throwIfAborted();
    if (hasPlace(isChange)) takePlace(isChange);
    else await waitForPlace(isChange, signal);
    try {
      for (;;) {
        const resumesAt = pausedUntil() ?? Date.now() + getLimitWaitMs(requests);
        if (resumesAt <= Date.now()) break;
        await (tell ? wait(resumesAt, signal, tell) : waitVisibly(resumesAt, signal));
      }
    } catch (error) {
      releasePlace(isChange);
      throw error;
    }
    usage.reserve(requests);
    return () => {
      usage.reserve(-requests);
      releasePlace(isChange);
    };
  }

  async function wait(
    resumesAt: number,
    signal?: AbortSignal,
    tell?: (resumesAt: number) => void,
  ): Promise<void> {
    if (resumesAt - Date.now() >= MIN_SHOWN_WAIT_MS) tell?.(resumesAt);
    const { signal: skip } = resumed;
    const waitMs = addJitter(boundWait(resumesAt - Date.now()), random);
    try {
      await sleep(waitMs, signal ? AbortSignal.any([signal, skip]) : skip);
      // The wait is over, even if the system clock was set back in the meantime.
      endedPause = Math.max(endedPause, resumesAt);
    } catch (error) {
      signal?.throwIfAborted();
      if (!skip.aborted) throw error;
    }
  }

  async function waitVisibly(resumesAt: number, signal?: AbortSignal): Promise<void> {
    if (resumesAt - Date.now() < MIN_SHOWN_WAIT_MS) return wait(resumesAt, signal);
    shownWaits += 1;
    onWait(resumesAt);
    try {
      await wait(resumesAt, signal);
    } finally {
      shownWaits -= 1;
      if (shownWaits === 0) onWait(null);
    }
  }

  return {
    count() {
      if (limits.length > 0) usage.add(1);
    },
    acquire,
    wait: (resumesAt, signal) => wait(resumesAt, signal),
    pausedUntil,
    pause(ms) {
      const end = Math.max(pausedUntil() ?? 0, Date.now() + boundWait(ms));
      // The server has refused another request, possibly until the same time as before.
      endedPause = 0;
      usage.pauseUntil(end);
    },
    resume() {
      endedPause = Math.max(endedPause, pausedUntil() ?? 0);
      usage.pauseUntil(0);
      resumed.abort();
      resumed = new AbortController();
    },
    async inTurn(work, signal) {
      const release = await acquire({ signal });
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

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
  /** Same for all tabs with the same server, and different for others. Doesn't contain the key. */
  readonly name: string;
}

interface RequestUsage {
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
function createRequestUsage(storage: UsageStorage | null): RequestUsage {
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

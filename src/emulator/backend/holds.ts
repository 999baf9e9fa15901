/** Which answers are held back until a test releases them. */
export interface HoldSetting {
  /** Endpoint id, such as `subscriptions.list`; `*` for all. */
  readonly endpoint: string;
  /** Text that the path with its query must contain; any by default. */
  readonly path?: string;
  /** Number of matching requests that pass before the first one is held; 0 by default. */
  readonly after?: number;
  /** Number of requests to hold; all by default. */
  readonly times?: number;
}

/** A request whose work is done and whose answer is held. */
export interface HeldRequest {
  readonly id: number;
  readonly endpoint: string;
  readonly method: string;
  /** Path with query. */
  readonly path: string;
}

/** Steering of holds while the emulator runs. */
export interface HoldControls {
  /** Replaces all holds; requests that are held already stay held. Throws a RangeError for an unusable setting. */
  set(holds: readonly HoldSetting[]): void;
  /** The held requests, in the order in which they came to be held. */
  held(): readonly HeldRequest[];
  /** Releases one held request; returns whether it was held. */
  release(id: number): boolean;
  /** Drops all holds and releases every request, including those that were to be held. */
  clear(): void;
}

/** The holds with what the dispatch needs of them. */
export interface HoldBox extends HoldControls {
  /**
   * Counts a request as it arrives. Returns what its answer must wait for, or undefined when it is not held. The wait
   * rejects with the signal's reason once it is aborted.
   */
  claim(endpoint: string, request: Request): ((signal: AbortSignal) => Promise<void>) | undefined;
}

interface Hold extends HoldSetting {
  seen: number;
}

function isSetting(value: unknown): value is HoldSetting {
  if (typeof value !== "object" || value === null) return false;
  const { endpoint, path, after, times }: Partial<Record<keyof HoldSetting, unknown>> = value;
  return (
    typeof endpoint === "string" &&
    (path === undefined || typeof path === "string") &&
    [after, times].every(
      (count) => count === undefined || (Number.isSafeInteger(count) && Number(count) >= 0),
    )
  );
}

/** Reads holds that were sent. Throws a RangeError for anything else. */
export function readHolds(value: unknown): readonly HoldSetting[] {
  if (!Array.isArray(value) || !value.every(isSetting))
    throw new RangeError(
      "holds are a list of objects with an endpoint, and whole numbers in after and times",
    );
  return value;
}

/** Starts without holds. */
export function createHolds(): HoldBox {
  let holds: readonly Hold[] = [];
  let lastId = 0;
  const held = new Map<number, HeldRequest & { readonly release: () => void }>();
  // Requests that were claimed before they are released belong to an earlier test.
  let era = 0;

  function isHit(hold: Hold, endpoint: string, path: string): boolean {
    if (hold.endpoint !== "*" && hold.endpoint !== endpoint) return false;
    if (hold.path !== undefined && !path.includes(hold.path)) return false;
    const { after = 0, times = Number.POSITIVE_INFINITY } = hold;
    hold.seen += 1;
    return hold.seen > after && hold.seen <= after + times;
  }

  return {
    set(settings) {
      holds = readHolds(settings).map((setting) => ({ ...setting, seen: 0 }));
    },
    held: () =>
      Array.from(held.values(), ({ id, endpoint, method, path }) => ({ id, endpoint, method, path })),
    release(id) {
      held.get(id)?.release();
      return held.delete(id);
    },
    clear() {
      era += 1;
      holds = [];
      for (const { release } of held.values()) release();
      held.clear();
    },
    claim(endpoint, request) {
      const { pathname, search } = new URL(request.url);
      const path = pathname + search;
      // Each hold counts, also where another one hits already.
      const hits = holds.filter((hold) => isHit(hold, endpoint, path));
      if (hits.length === 0) return undefined;
      const claimedIn = era;
      return async (signal) => {
        if (claimedIn !== era) return;
        signal.throwIfAborted();
        const id = ++lastId;
        const done = new AbortController();
        await new Promise<void>((resolve, reject) => {
          held.set(id, { id, endpoint, method: request.method, path, release: resolve });
          signal.addEventListener("abort", () => reject(signal.reason), { signal: done.signal });
        }).finally(() => {
          held.delete(id);
          done.abort();
        });
      };
    },
  };
}

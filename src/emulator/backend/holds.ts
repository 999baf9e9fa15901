/** Selects responses to hold until a test releases them. */
export interface HoldSetting {
  /** Endpoint ID, such as `subscriptions.list`. `*` for all. */
  readonly endpoint: string;
  /** Text that the path and query must contain. Defaults to any path. */
  readonly path?: string;
  /** Number of matching requests to let through before the first one is held. Defaults to 0. */
  readonly after?: number;
  /** Number of requests to hold. Defaults to all. */
  readonly times?: number;
}

/** A request that was processed, but whose response is held. */
export interface HeldRequest {
  readonly id: number;
  readonly endpoint: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
}

export interface HoldControls {
  /** Replaces all holds. Requests that are already held stay held. Throws a RangeError for an invalid setting. */
  set(holds: readonly HoldSetting[]): void;
  /** Returns the held requests in the order in which they were processed. */
  held(): readonly HeldRequest[];
  /** Releases a held request. Returns false for an unknown ID. */
  release(id: number): boolean;
  /** Removes all holds. Releases every request, including those still being processed. */
  clear(): void;
}

export interface HoldBox extends HoldControls {
  /**
   * Counts a request on arrival. Returns a function that waits until the response may be sent, or
   * undefined if no hold matches. The wait rejects with the signal's reason on abort.
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

/** Parses holds from a request. Throws a RangeError for an invalid value. */
export function readHolds(value: unknown): readonly HoldSetting[] {
  if (!Array.isArray(value) || !value.every(isSetting))
    throw new RangeError(
      "Holds must be a list of objects with an endpoint. after and times must be integers.",
    );
  return value;
}

export function createHolds(): HoldBox {
  let holds: readonly Hold[] = [];
  let lastId = 0;
  const held = new Map<number, HeldRequest & { readonly release: () => void }>();
  // Incremented when all requests are released. Requests from an earlier era are never held.
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
      // Counts the request for every hold, even after another hold matched.
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

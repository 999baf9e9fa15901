import { HttpError } from "./errors";

/** State of the connection learned from responses. */
export interface ConnectionStatusState {
  /** Scopes reported as missing. Reset on page load. */
  readonly missingScopes: ReadonlySet<string>;
  /** When throttled reads resume, in ms since 1970. Null when none is waiting. */
  readonly retryAt: number | null;
  /** Whether the server deprecated the routes of this prefix, or one no longer exists. */
  readonly routes: "current" | "deprecated" | "gone";
  /** Kind of request that was rejected because of the key. A write takes precedence. */
  readonly keyRefusal: "read" | "write" | null;
  /** Difference to the server's clock in ms, negative when behind. Null when small. */
  readonly clockSkewMs: number | null;
}

/** Tolerates small differences and slow responses. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

export interface ConnectionStatus {
  readonly get: () => ConnectionStatusState;
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Write access for the client. */
export interface ConnectionStatusTracker extends ConnectionStatus {
  readonly notify: () => void;
  readonly noteHeaders: (headers: Headers) => void;
  readonly noteError: (error: unknown) => void;
  /** Records that the active key was rejected. */
  readonly noteKeyRefusal: (error: HttpError) => void;
  /** Resets what was learned about the previous key. */
  readonly noteNewKey: () => void;
  /** Records that reads of an endpoint wait `ms`. Call the result when they resume. */
  readonly noteThrottle: (endpoint: string, ms: number) => () => void;
  /** When reads of an endpoint resume, in ms since 1970. Null when none is waiting. */
  readonly throttledUntil: (endpoint: string) => number | null;
}

/** @param now clock in ms since 1970 */
export function createConnectionStatus(now: () => number = Date.now): ConnectionStatusTracker {
  let state: ConnectionStatusState = {
    missingScopes: new Set(),
    retryAt: null,
    routes: "current",
    keyRefusal: null,
    clockSkewMs: null,
  };
  const listeners = new Set<() => void>();
  const activeThrottles = new Set<{ readonly endpoint: string; readonly retryAt: number }>();

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function setState(patch: Partial<ConnectionStatusState>): void {
    state = { ...state, ...patch };
    notify();
  }

  function latestRetryAt(throttles: readonly { readonly retryAt: number }[]): number | null {
    return throttles.length === 0 ? null : Math.max(...throttles.map(({ retryAt }) => retryAt));
  }

  function updateRetryAt(): void {
    setState({ retryAt: latestRetryAt([...activeThrottles]) });
  }

  return {
    get: () => state,
    notify,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    noteHeaders(headers) {
      // The header is readable on the same origin or when exposed (upstream-facts, Everywhere).
      if (state.routes === "current" && headers.has("deprecation")) setState({ routes: "deprecated" });
      const at = Date.parse(headers.get("date") ?? "");
      if (Number.isNaN(at)) return;
      const skewMs = now() - at;
      const clockSkewMs = Math.abs(skewMs) > MAX_CLOCK_SKEW_MS ? skewMs : null;
      // Notify once, not on every response.
      if ((clockSkewMs === null) !== (state.clockSkewMs === null)) setState({ clockSkewMs });
    },
    noteError(error) {
      if (!(error instanceof HttpError)) return;
      const scope = error.status === 403 ? error.missingScope : null;
      if (scope !== null && !state.missingScopes.has(scope)) {
        setState({ missingScopes: new Set([...state.missingScopes, scope]) });
      }
      if (error.status === 404 && error.detail === "Endpoint not found." && state.routes !== "gone") {
        setState({ routes: "gone" });
      }
    },
    noteKeyRefusal({ isMutation }) {
      if (isMutation && state.keyRefusal !== "write") setState({ keyRefusal: "write" });
      if (!isMutation && state.keyRefusal === null) setState({ keyRefusal: "read" });
    },
    noteNewKey: () => setState({ missingScopes: new Set(), keyRefusal: null }),
    throttledUntil: (endpoint) =>
      latestRetryAt([...activeThrottles].filter((throttle) => throttle.endpoint === endpoint)),
    noteThrottle(endpoint, ms) {
      const throttle = { endpoint, retryAt: now() + ms };
      activeThrottles.add(throttle);
      updateRetryAt();
      return () => {
        activeThrottles.delete(throttle);
        updateRetryAt();
      };
    },
  };
}

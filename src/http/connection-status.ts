import { HttpError } from "./errors";

/** What the answers so far have told about the connection as a whole. */
export interface ConnectionStatusState {
  /** Scopes that a 403 has named as missing. Gone with the page: a new load asks the server anew. */
  readonly missingScopes: ReadonlySet<string>;
  /** When a read that the server throttled goes on, in ms since 1970; null while none waits. */
  readonly retryAt: number | null;
  /** Whether the server calls the routes of this prefix deprecated, or knows one of them no longer. */
  readonly routes: "current" | "deprecated" | "gone";
  /** What the server refused because it does not accept the key any more; null while it does. A write stands above a read. */
  readonly keyRefusal: "read" | "write" | null;
  /** Ms by which this device's clock is ahead of the server's, negative when behind; null while it is near enough. */
  readonly clockSkewMs: number | null;
}

/** Minutes that clocks may differ: seconds and slow answers bother nobody. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** The state, and word of its changes. */
export interface ConnectionStatus {
  readonly get: () => ConnectionStatusState;
  /** Calls back after every change; returns how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The side that the client writes to. */
export interface ConnectionStatusTracker extends ConnectionStatus {
  readonly noteHeaders: (headers: Headers) => void;
  readonly noteError: (error: unknown) => void;
  /** Notes that the key in use is not valid any more. */
  readonly noteKeyRefusal: (error: HttpError) => void;
  /** Forgets what was told about the key before this one. */
  readonly noteNewKey: () => void;
  /** Notes that a throttled read of an endpoint waits `ms`; call the result when it goes on. */
  readonly noteThrottle: (endpoint: string, ms: number) => () => void;
  /** When the throttled reads of an endpoint go on, in ms since 1970; null while none waits. */
  readonly throttledUntil: (endpoint: string) => number | null;
}

/** Begins with nothing told. @param now clock in ms since 1970 */
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

  function setState(patch: Partial<ConnectionStatusState>): void {
    state = { ...state, ...patch };
    for (const listener of listeners) listener();
  }

  function latestRetryAt(throttles: readonly { readonly retryAt: number }[]): number | null {
    return throttles.length === 0 ? null : Math.max(...throttles.map(({ retryAt }) => retryAt));
  }

  function updateRetryAt(): void {
    setState({ retryAt: latestRetryAt([...activeThrottles]) });
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    noteHeaders(headers) {
      // Readable on the same origin, or where the server exposes it (upstream-facts, Everywhere).
      if (state.routes === "current" && headers.has("deprecation")) setState({ routes: "deprecated" });
      const at = Date.parse(headers.get("date") ?? "");
      if (Number.isNaN(at)) return;
      const skewMs = now() - at;
      const clockSkewMs = Math.abs(skewMs) > MAX_CLOCK_SKEW_MS ? skewMs : null;
      // Told once, not with every answer.
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

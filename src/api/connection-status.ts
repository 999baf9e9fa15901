import { HttpError } from "./errors";

export interface ConnectionStatusState {
  /** Scopes that the server reported as missing. Reset when the page loads or the key changes. */
  readonly missingScopes: ReadonlySet<string>;
  /** IDs of the projects that the key couldn't open. Reset when the page loads or the key changes. */
  readonly closedProjects: ReadonlySet<string>;
  /** Time when throttled reads resume, in ms since 1970. Null when no read is waiting. */
  readonly retryAt: number | null;
  /** Time when reads that wait for the request budget resume, in ms since 1970. Null when none is waiting. */
  readonly budgetResumesAt: number | null;
  /** Whether the server deprecated or removed routes with the connection's prefix. */
  readonly routes: "current" | "deprecated" | "gone";
  /**
   * Kind of the request whose key was rejected. A read that is part of a change counts as a write.
   * Writes take precedence.
   */
  readonly keyRefusal: "read" | "write" | null;
  /** Local time minus server time. Null when the difference is small. */
  readonly clockSkewMs: number | null;
}

/** Tolerates small differences and slow responses. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

export interface ConnectionStatus {
  readonly get: () => ConnectionStatusState;
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Connection status with write access for the client. */
export interface ConnectionStatusTracker extends ConnectionStatus {
  readonly notify: () => void;
  readonly noteHeaders: (headers: Headers) => void;
  /** @param projectId project of the request, or undefined for an endpoint outside projects */
  readonly noteError: (error: unknown, projectId?: string) => void;
  readonly noteKeyRefusal: (kind: "read" | "write") => void;
  /** Resets the state that depends on the previous key. */
  readonly noteNewKey: () => void;
  readonly noteBudgetWait: (resumesAt: number | null) => void;
  /** Records that an endpoint's reads wait for `ms`. The returned function ends the wait. */
  readonly noteThrottle: (endpoint: string, ms: number) => () => void;
  /** Returns the time when an endpoint's reads resume, in ms since 1970, or null when no read is waiting. */
  readonly throttledUntil: (endpoint: string) => number | null;
  readonly endThrottles: () => void;
}

/** @param now returns the current time in ms since 1970 */
export function createConnectionStatus(now: () => number = Date.now): ConnectionStatusTracker {
  let state: ConnectionStatusState = {
    missingScopes: new Set(),
    closedProjects: new Set(),
    retryAt: null,
    budgetResumesAt: null,
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
      // The `Deprecation` header is readable for the same origin, or when the server exposes it
      // (upstream-facts, Everywhere).
      if (state.routes === "current" && headers.has("deprecation")) setState({ routes: "deprecated" });
      const at = Date.parse(headers.get("date") ?? "");
      if (Number.isNaN(at)) return;
      const skewMs = now() - at;
      const clockSkewMs = Math.abs(skewMs) > MAX_CLOCK_SKEW_MS ? skewMs : null;
      // The exact difference varies, so subscribers are notified only when it crosses the limit.
      if ((clockSkewMs === null) !== (state.clockSkewMs === null)) setState({ clockSkewMs });
    },
    noteError(error, projectId) {
      if (!(error instanceof HttpError)) return;
      const closed = error.closedProject === "" ? projectId : error.closedProject;
      if (closed != null && !state.closedProjects.has(closed)) {
        setState({ closedProjects: new Set([...state.closedProjects, closed]) });
      }
      const scope = error.status === 403 ? error.missingScope : null;
      if (scope !== null && !state.missingScopes.has(scope)) {
        setState({ missingScopes: new Set([...state.missingScopes, scope]) });
      }
      if (error.status === 404 && error.detail === "Endpoint not found." && state.routes !== "gone") {
        setState({ routes: "gone" });
      }
    },
    noteKeyRefusal(kind) {
      if (kind !== state.keyRefusal && state.keyRefusal !== "write") setState({ keyRefusal: kind });
    },
    noteNewKey: () => setState({ missingScopes: new Set(), closedProjects: new Set(), keyRefusal: null }),
    noteBudgetWait: (budgetResumesAt) => setState({ budgetResumesAt }),
    throttledUntil: (endpoint) =>
      latestRetryAt([...activeThrottles].filter((throttle) => throttle.endpoint === endpoint)),
    endThrottles() {
      activeThrottles.clear();
      updateRetryAt();
    },
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

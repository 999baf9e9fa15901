import { HttpError } from "./errors";

/** What the answers so far have told about the connection as a whole. */
export interface SignalState {
  /** Scopes that a 403 has named as missing. Gone with the page: a new load asks the server anew. */
  readonly missingScopes: ReadonlySet<string>;
  /** When a read that the server throttled goes on, in ms since 1970; null while none waits. */
  readonly waitingUntil: number | null;
  /** Whether the server calls the routes of this prefix deprecated, or knows one of them no longer. */
  readonly routes: "current" | "deprecated" | "gone";
  /** What the server refused because it does not accept the key any more; null while it does. A write stands above a read. */
  readonly keyRefusal: "read" | "write" | null;
  /** Ms by which this device's clock is ahead of the server's, negative when behind; null while it is near enough. */
  readonly clockOff: number | null;
}

/** Minutes that clocks may differ: seconds and slow answers bother nobody. */
const CLOCK_TOLERANCE = 5 * 60_000;

/** The state, and word of its changes. */
export interface Signals {
  readonly get: () => SignalState;
  /** Calls back after every change; returns how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The side that the client writes to. */
export interface SignalSource extends Signals {
  readonly noteHeaders: (headers: Headers) => void;
  readonly noteError: (error: unknown) => void;
  /** Notes that the key in use is not valid any more. */
  readonly noteKeyRefusal: (error: HttpError) => void;
  /** Forgets what was told about the key before this one. */
  readonly noteNewKey: () => void;
  /** Notes that a throttled read of an endpoint waits `ms`; call the result when it goes on. */
  readonly noteWait: (endpoint: string, ms: number) => () => void;
  /** When the throttled reads of an endpoint go on, in ms since 1970; null while none waits. */
  readonly restOf: (endpoint: string) => number | null;
}

/** Begins with nothing told. @param now clock in ms since 1970 */
export function createSignals(now: () => number = Date.now): SignalSource {
  let state: SignalState = {
    missingScopes: new Set(),
    waitingUntil: null,
    routes: "current",
    keyRefusal: null,
    clockOff: null,
  };
  const listeners = new Set<() => void>();
  const waits = new Set<{ readonly endpoint: string; readonly until: number }>();

  function change(part: Partial<SignalState>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  function lastOf(some: readonly { readonly until: number }[]): number | null {
    return some.length === 0 ? null : Math.max(...some.map(({ until }) => until));
  }

  function tellWaits(): void {
    change({ waitingUntil: lastOf([...waits]) });
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    noteHeaders(headers) {
      // Readable on the same origin, or where the server exposes it (upstream-facts, Everywhere).
      if (state.routes === "current" && headers.has("deprecation")) change({ routes: "deprecated" });
      const at = Date.parse(headers.get("date") ?? "");
      if (Number.isNaN(at)) return;
      const off = now() - at;
      const clockOff = Math.abs(off) > CLOCK_TOLERANCE ? off : null;
      // Told once, not with every answer.
      if ((clockOff === null) !== (state.clockOff === null)) change({ clockOff });
    },
    noteError(error) {
      if (!(error instanceof HttpError)) return;
      const scope = error.status === 403 ? error.missingScope : null;
      if (scope !== null && !state.missingScopes.has(scope)) {
        change({ missingScopes: new Set([...state.missingScopes, scope]) });
      }
      if (error.status === 404 && error.detail === "Endpoint not found." && state.routes !== "gone") {
        change({ routes: "gone" });
      }
    },
    noteKeyRefusal({ wasWrite }) {
      if (wasWrite && state.keyRefusal !== "write") change({ keyRefusal: "write" });
      if (!wasWrite && state.keyRefusal === null) change({ keyRefusal: "read" });
    },
    noteNewKey: () => change({ missingScopes: new Set(), keyRefusal: null }),
    restOf: (endpoint) => lastOf([...waits].filter((wait) => wait.endpoint === endpoint)),
    noteWait(endpoint, ms) {
      const wait = { endpoint, until: now() + ms };
      waits.add(wait);
      tellWaits();
      return () => {
        waits.delete(wait);
        tellWaits();
      };
    },
  };
}

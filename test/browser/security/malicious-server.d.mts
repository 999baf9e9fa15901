/** A request as a server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** What a server answers in the place of the backend. */
export interface HostileAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** Gets each request except preflights, and what the backend answered; undefined leaves that answer. */
export type Tamper = (
  request: SeenRequest,
  answer: { readonly status: number; readonly body: string },
) => HostileAnswer | undefined;

/** Two origins in the hands of one attacker. */
export interface HostileServer {
  /** The origin a person connects to: the backend, with answers tampered with. */
  readonly url: string;
  /** Where it tries to lead the app. It welcomes every request. */
  readonly elsewhere: string;
  /** What `url` was asked so far, preflights included. */
  readonly seen: readonly SeenRequest[];
  /** What `elsewhere` was asked. */
  readonly seenElsewhere: SeenRequest[];
  readonly tamper: (how: Tamper) => void;
  close(): Promise<void>;
}

/** Starts both before a backend. `key` is what the app knows; `upstream.key` what the backend is asked with. */
export function startHostileServer(upstream: {
  readonly url: string;
  readonly key: string;
}): Promise<HostileServer>;

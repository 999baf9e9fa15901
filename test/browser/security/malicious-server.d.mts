/** A request as received by a server. */
export interface SeenRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A response instead of the backend's. */
export interface MaliciousResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** Gets each request except preflights, and the backend's response. Returns undefined to keep that response. */
export type Tamper = (
  request: SeenRequest,
  answer: { readonly status: number; readonly body: string },
) => MaliciousResponse | undefined;

/** Two origins that one attacker controls. */
export interface MaliciousServer {
  /** The origin the user connects to: the backend, with manipulated responses. */
  readonly url: string;
  /** The origin it tries to lead the app to. It accepts every request. */
  readonly elsewhere: string;
  /** All requests to `url`, including preflights. */
  readonly seen: readonly SeenRequest[];
  /** All requests to `elsewhere`. */
  readonly seenElsewhere: SeenRequest[];
  readonly tamper: (how: Tamper) => void;
  close(): Promise<void>;
}

/** Starts both servers in front of a backend. The app uses `key`, the backend gets `upstream.key`. */
export function startMaliciousServer(upstream: {
  readonly url: string;
  readonly key: string;
}): Promise<MaliciousServer>;

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A response that replaces the backend's response. */
export interface MaliciousResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** Called with each request except preflights, and the backend's response. Returns undefined to use that response. */
export type Tamper = (
  request: SeenRequest,
  answer: { readonly status: number; readonly body: string },
) => MaliciousResponse | undefined;

/** Two origins that one attacker controls. */
export interface MaliciousServer {
  /** The origin that the user connects to. It is the backend, with manipulated responses. */
  readonly url: string;
  /** The origin that `url` tries to lead the app to. It accepts every request. */
  readonly elsewhere: string;
  /** All requests to `url`, including preflights. */
  readonly seen: readonly SeenRequest[];
  readonly seenElsewhere: SeenRequest[];
  readonly tamper: (how: Tamper) => void;
  close(): Promise<void>;
}

/** Starts both servers in front of a backend. The app sends `key`, and the backend gets `upstream.key`. */
export function startMaliciousServer(upstream: {
  readonly url: string;
  readonly key: string;
}): Promise<MaliciousServer>;

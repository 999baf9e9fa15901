export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A response that replaces that of the backend. */
export interface MaliciousResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/**
 * Called with each request, except preflights, and the backend's response. Returns undefined to use this response.
 */
export type Tamper = (
  request: SeenRequest,
  answer: { readonly status: number; readonly body: string },
) => MaliciousResponse | undefined;

/** Two origins of the same attacker. */
export interface MaliciousServer {
  /** The origin to which the user connects. It forwards requests to the backend and manipulates responses. */
  readonly url: string;
  /** The origin to which `url` tries to lead the app. It accepts every request. */
  readonly elsewhere: string;
  /** All requests to `url`, including preflights. */
  readonly seen: readonly SeenRequest[];
  readonly seenElsewhere: SeenRequest[];
  readonly tamper: (how: Tamper) => void;
  close(): Promise<void>;
}

/** Starts both servers in front of a backend. The app sends `key`, and the backend receives `upstream.key`. */
export function startMaliciousServer(upstream: {
  readonly url: string;
  readonly key: string;
}): Promise<MaliciousServer>;

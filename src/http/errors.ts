export { ContractError } from "@/contract/contract-error";

/** Error response in the contract's format. */
export interface ErrorBody {
  readonly type: string | null;
  readonly code: string | null;
  readonly detail: string | null;
  /** API name of the invalid field. Nested names use `__` (upstream-facts, Everywhere). */
  readonly attr: string | null;
}

/** Thrown when the server responds with an error status. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  /** When a retry is allowed, in ms since 1970. Without a requested wait, this is the time of the failure. */
  readonly retryAt: number;

  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** Requested wait in ms, or null. */
    readonly retryAfterMs: number | null = null,
    readonly isMutation = false,
  ) {
    super(`HTTP ${status}${body.detail ? `: ${body.detail}` : ""}`);
    this.retryAt = Date.now() + (retryAfterMs ?? 0);
  }

  get type() {
    return this.body.type;
  }

  get code() {
    return this.body.code;
  }

  get detail() {
    return this.body.detail;
  }

  get attr() {
    return this.body.attr;
  }

  /**
   * Whether the key itself was rejected. Some servers return 401 for requests from other origins, regardless of the
   * key (upstream-facts).
   */
  get isAboutKey(): boolean {
    return this.status === 401 && !this.detail?.includes("temporary_token");
  }

  /** Missing scope that a 403 reports, such as `subscription:write`. */
  get missingScope(): string | null {
    return this.body.detail?.match(/missing required scope '([^']+)'/)?.[1] ?? null;
  }
}

/** Whether the server's requested wait is still running. Returns false when no wait was requested. */
export function isThrottled(error: unknown): boolean {
  return error instanceof HttpError && error.status === 429 && error.retryAt > Date.now();
}

/**
 * Thrown when there is no response. The request was refused, blocked by CORS or interrupted, or the host or TLS
 * failed. The browser doesn't report the cause.
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** Whether the request was a mutation, which may have been applied. */
  readonly isMutation: boolean;

  constructor(
    /**
     * `unreachable`: no response. `offline`: no response while the browser is offline. `broken-off`: the response was
     * interrupted. `redirect`: the server redirected the request, and redirects are never followed with the key.
     * `key`: the key contains invalid characters, and nothing was sent.
     */
    readonly reason: "unreachable" | "offline" | "broken-off" | "redirect" | "key",
    options: ErrorOptions & { readonly isMutation?: boolean } = {},
  ) {
    super(`Network: ${reason}`, options);
    this.isMutation = options.isMutation ?? false;
  }
}

/** Thrown when the response takes too long. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";

  constructor(
    readonly timeoutMs: number,
    /** Whether the request was a mutation, which may have been applied. */
    readonly isMutation = false,
  ) {
    super(`No response within ${timeoutMs} ms`);
  }
}

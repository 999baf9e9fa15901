export { ContractError } from "@/contract/contract-error";

/** Error response in the contract's format. */
export interface ErrorBody {
  readonly type: string | null;
  readonly code: string | null;
  readonly detail: string | null;
  /** API name of the invalid field. Nested names use `__` (upstream-facts, Everywhere). */
  readonly attr: string | null;
}

/** The server responded with an error status. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  /** When a retry is allowed, in ms since 1970. The time of the failure when the server requests no wait. */
  readonly retryAt: number;

  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** Requested wait in ms, or null. */
    readonly retryAfterMs: number | null = null,
    /** Whether the request was a mutation. */
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
   * Whether the key itself was rejected. Some servers return 401 for pages of other origins, regardless of
   * the key (upstream-facts).
   */
  get isAboutKey(): boolean {
    return this.status === 401 && !this.detail?.includes("temporary_token");
  }

  /** Missing scope reported by a 403, such as `subscription:write`. */
  get missingScope(): string | null {
    return this.body.detail?.match(/missing required scope '([^']+)'/)?.[1] ?? null;
  }
}

/** Whether a requested wait is still running. Returns false for errors without a requested wait. */
export function isThrottled(error: unknown): boolean {
  return error instanceof HttpError && error.status === 429 && error.retryAt > Date.now();
}

/**
 * No response: refused, unknown host, blocked by CORS, TLS, or interrupted. The browser doesn't say which.
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** Whether the request was a mutation, which may have been applied. */
  readonly isMutation: boolean;

  constructor(
    /**
     * `unreachable`: no response. `offline`: no response, and the browser is offline. `broken-off`: the
     * response was interrupted. `redirect`: the server redirected the request, which is never followed with
     * the key. `key`: the key contains invalid characters; nothing was sent.
     */
    readonly reason: "unreachable" | "offline" | "broken-off" | "redirect" | "key",
    options: ErrorOptions & { readonly isMutation?: boolean } = {},
  ) {
    super(`Network: ${reason}`, options);
    this.isMutation = options.isMutation ?? false;
  }
}

/** The response took too long. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";

  constructor(
    /** In ms. */
    readonly timeoutMs: number,
    /** Whether the request was a mutation, which may have been applied. */
    readonly isMutation = false,
  ) {
    super(`No response within ${timeoutMs} ms`);
  }
}

export { ContractError } from "@/contract/contract-error";

/** What an error answer says, in the contract's four fields. */
export interface ErrorBody {
  readonly type: string | null;
  readonly code: string | null;
  readonly detail: string | null;
  /** Wire name of the failing field; nested ones use `__` (upstream-facts, Everywhere). */
  readonly attr: string | null;
}

/** The server answered, and the answer is a refusal. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  /** The end of the rest that the server asks for, in ms since 1970; the moment of the failure where it asks for none. */
  readonly retryAt: number;

  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** Milliseconds the server asks to wait, where it says so. */
    readonly retryAfterMs: number | null = null,
    /** Whether the call was to change something. */
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

  /** Whether the key itself was refused. Some servers answer 401 to a page of another origin, whatever its key (upstream-facts). */
  get isAboutKey(): boolean {
    return this.status === 401 && !this.detail?.includes("temporary_token");
  }

  /** The scope a 403 says is missing, such as `subscription:write`. */
  get missingScope(): string | null {
    return this.body.detail?.match(/missing required scope '([^']+)'/)?.[1] ?? null;
  }
}

/** Whether a server that throttles asked for a rest that has not ended. One that is closed is only guessing when it opens. */
export function isThrottled(error: unknown): boolean {
  return error instanceof HttpError && error.status === 429 && error.retryAt > Date.now();
}

/** No answer arrived: refused, unknown host, blocked by CORS, TLS, or broken off. The browser does not say which. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** Whether the call was to change something: it may have been done all the same. */
  readonly isMutation: boolean;

  constructor(
    /**
     * `unreachable`: nothing came. `offline`: nothing came, and the browser says it is offline. `broken-off`: the
     * answer stopped in the middle. `redirect`: the server sent the request elsewhere, which is never followed with
     * the key. `key`: the key holds a character no header can carry; nothing was sent.
     */
    readonly reason: "unreachable" | "offline" | "broken-off" | "redirect" | "key",
    options: ErrorOptions & { readonly isMutation?: boolean } = {},
  ) {
    super(`Network: ${reason}`, options);
    this.isMutation = options.isMutation ?? false;
  }
}

/** The answer took longer than was waited for. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";

  constructor(
    /** How long was waited, in ms. */
    readonly timeoutMs: number,
    /** Whether the call was to change something: it may have been done all the same. */
    readonly isMutation = false,
  ) {
    super(`No answer within ${timeoutMs} ms`);
  }
}

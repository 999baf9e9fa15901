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
  readonly restUntil: number;

  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** Milliseconds the server asks to wait, where it says so. */
    readonly retryAfter: number | null = null,
    /** Whether the call was to change something. */
    readonly wasWrite = false,
  ) {
    super(`HTTP ${status}${body.detail ? `: ${body.detail}` : ""}`);
    this.restUntil = Date.now() + (retryAfter ?? 0);
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
export function isResting(error: unknown): boolean {
  return error instanceof HttpError && error.status === 429 && error.restUntil > Date.now();
}

/** No answer arrived: refused, unknown host, blocked by CORS, TLS, or broken off. The browser does not say which. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** Whether the call was to change something: it may have been done all the same. */
  readonly wasWrite: boolean;

  constructor(
    /**
     * `unreachable`: nothing came. `offline`: nothing came, and the browser says it is offline. `broken-off`: the
     * answer stopped in the middle. `redirect`: the server sent the request elsewhere, which is never followed with
     * the key. `key`: the key holds a character no header can carry; nothing was sent.
     */
    readonly reason: "unreachable" | "offline" | "broken-off" | "redirect" | "key",
    options: ErrorOptions & { readonly wasWrite?: boolean } = {},
  ) {
    super(`Network: ${reason}`, options);
    this.wasWrite = options.wasWrite ?? false;
  }
}

/** The answer took longer than was waited for. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";

  constructor(
    /** How long was waited, in ms. */
    readonly after: number,
    /** Whether the call was to change something: it may have been done all the same. */
    readonly wasWrite = false,
  ) {
    super(`No answer within ${after} ms`);
  }
}

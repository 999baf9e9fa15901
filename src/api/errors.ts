import { stripInvisible } from "@/lib/text/normalize-text";
import { addJitter, sleep } from "@/lib/time/wait";

/** Maximum delay before the first retry. The maximum doubles with each retry. */
const BASE_DELAY_MS = 300;
const MAX_DELAY_MS = 10_000;
/** A request that must wait longer fails instead of being retried. */
const MAX_THROTTLE_MS = 60_000;
const MAX_RETRIES = 3;

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
const TRANSIENT_REASONS: ReadonlySet<NetworkError["reason"]> = new Set([
  "unreachable",
  "offline",
  "broken-off",
]);

/** Returns how long a server that throttles or is down asks to wait, in ms, or null if it doesn't say so. */
export function getRequestedWait(error: unknown): number | null {
  return error instanceof HttpError && (error.status === 429 || error.status === 503)
    ? error.retryAfterMs
    : null;
}

/**
 * Returns the delay before a read is retried, in ms, or null when it must not be retried.
 * @param attempt 0 after the first failure
 * @param random returns jitter in [0, 1)
 */
export function retryDelay(error: unknown, attempt: number, random: () => number): number | null {
  if (attempt >= MAX_RETRIES) return null;
  if (error instanceof HttpError) {
    if (!TRANSIENT_STATUSES.has(error.status)) return null;
    const requestedMs = getRequestedWait(error);
    if (requestedMs !== null) return requestedMs <= MAX_THROTTLE_MS ? addJitter(requestedMs, random) : null;
  } else if (!(error instanceof NetworkError && TRANSIENT_REASONS.has(error.reason))) {
    return null;
  }
  // Half fixed and half random, so that failed requests aren't all retried at the same time.
  const delayMs = Math.min(BASE_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
  return delayMs / 2 + (random() * delayMs) / 2;
}

/**
 * Resolves when the cooldown is over. Rejects with the signal's reason.
 * @param getRetryAt returns the end of the cooldown in ms since 1970, or null when it is over
 */
export async function waitForCooldown(
  getRetryAt: () => number | null,
  signal?: AbortSignal,
  wait: typeof sleep = sleep,
): Promise<void> {
  for (let retryAt = getRetryAt(); retryAt !== null; retryAt = getRetryAt()) {
    await wait(retryAt - Date.now(), signal);
  }
}

/** Whether a failed change may have been applied, because the response was missing or unusable. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof HttpError) return error.isMutation && error.status >= 500;
  if (error instanceof NetworkError) {
    // With an invalid key, nothing was sent. Servers may redirect after they have applied a change.
    return error.isMutation && error.reason !== "key";
  }
  return (error instanceof TimeoutError || error instanceof ContractError) && error.isMutation;
}

/** A mismatch between a request or response and the contract. */
export interface ContractIssue {
  /** JSON path, such as `results.3.id`. Empty when the issue concerns the whole value. */
  readonly path: string;
  readonly message: string;
}

/** Thrown when a response doesn't match the contract. Contains the raw body for display. */
export class ContractError extends Error {
  override readonly name = "ContractError";

  constructor(
    /** Endpoint ID, such as `subscriptions.list`. */
    readonly endpoint: string,
    readonly issues: readonly ContractIssue[],
    /** Parsed JSON, or text when the body isn't JSON. */
    readonly body: unknown,
    /** Whether the request was a mutation. If so, the server has probably applied it. */
    readonly isMutation = false,
  ) {
    super(`${endpoint}: ${issues.map((issue) => `${issue.path || "body"}: ${issue.message}`).join("; ")}`);
  }
}

export interface ErrorBody {
  readonly type: string | null;
  readonly code: string | null;
  readonly detail: string | null;
  /** API name of the invalid field. `__` separates nested names (upstream-facts, Everywhere). */
  readonly attr: string | null;
}

export class HttpError extends Error {
  override readonly name = "HttpError";
  /** Earliest time for a retry, in ms since 1970. Equals the time of the failure when the server requested no wait. */
  readonly retryAt: number;

  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** Wait that the server requested, in ms, or null. */
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

  /** Whether the API sent the error. Sign-in pages and proxies in front of it respond with HTML or nothing. */
  get isFromApi(): boolean {
    return this.detail !== null || this.code !== null || this.type !== null;
  }

  /**
   * Whether the key itself was rejected. Insights reject a key with 403 instead of 401 (server-generations, Seen on a
   * running server). Two kinds of 401 say nothing about the key: some servers block requests from other origins, and
   * some endpoints accept no API key at all (`not_authenticated`).
   */
  get isAboutKey(): boolean {
    if (this.detail?.includes("temporary_token")) return false;
    if (this.code === "authentication_failed") return this.status === 401 || this.status === 403;
    return this.status === 401 && this.isFromApi && this.code !== "not_authenticated";
  }

  /**
   * ID of the project that the key or its owner can't open, or "" when the server doesn't name it. Null for other errors
   * (upstream-facts, Everywhere).
   */
  get closedProject(): string | null {
    // Not every 403 that mentions a project is about access: "You can't explicitly add yourself to projects."
    if (this.status !== 403 || !/access to the (requested )?project/i.test(this.detail ?? "")) return null;
    return this.detail?.match(/project: ID (\d+)/)?.[1] ?? "";
  }

  /** Scope that a 403 reports as missing, such as `subscription:write`. */
  get missingScope(): string | null {
    return this.body.detail?.match(/missing required scope '([^']+)'/)?.[1] ?? null;
  }
}

/** Whether the wait that the server requested is still running. */
export function isThrottled(error: unknown): boolean {
  return error instanceof HttpError && error.status === 429 && error.retryAt > Date.now();
}

/**
 * Thrown when a request gets no complete response, for example because of CORS, DNS or TLS. The browser doesn't
 * report the cause.
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** Whether the request was a mutation. The server may have applied it. */
  readonly isMutation: boolean;

  constructor(
    /**
     * `unreachable`: no response. `offline`: no response while the browser is offline. `broken-off`: the response was
     * interrupted. `redirect`: the server redirected the request, and the client doesn't follow redirects with the
     * key. `key`: the key contains invalid characters, so nothing was sent.
     */
    readonly reason: "unreachable" | "offline" | "broken-off" | "redirect" | "key",
    options: ErrorOptions & { readonly isMutation?: boolean } = {},
  ) {
    super(`Network: ${reason}`, options);
    this.isMutation = options.isMutation ?? false;
  }
}

export class TimeoutError extends Error {
  override readonly name = "TimeoutError";

  constructor(
    readonly timeoutMs: number,
    /** Whether the request was a mutation. The server may have applied it. */
    readonly isMutation = false,
  ) {
    super(`No response within ${timeoutMs} ms`);
  }
}

/** Reason why a download failed, other than an error response from the API or a lost connection to it. */
export type FileErrorReason =
  /** Another host stores the file and sent no readable response. */
  | "storage-silent"
  /** Another host stores the file and returned an error. */
  | "storage-refused"
  /** The file is longer than announced. */
  | "too-long"
  /** None of several files could be downloaded. */
  | "none"
  | "empty"
  | "web-page"
  /** The browser can't hold the file. */
  | "too-large";

export class FileError extends Error {
  override readonly name = "FileError";

  constructor(
    readonly reason: FileErrorReason,
    /** Status that the storage host returned, if any. */
    readonly status: number | null = null,
    options: ErrorOptions = {},
  ) {
    super(`File: ${reason}${status === null ? "" : ` ${status}`}`, options);
  }
}

export interface FieldError {
  /** API name of the top-level field: `byweekday__0` becomes `byweekday`. */
  readonly field: string;
  readonly message: string;
}

/** Returns the field error of a validation error, or null for other errors. */
export function getFieldError(error: unknown): FieldError | null {
  if (!(error instanceof HttpError) || error.status !== 400 || !error.attr || !error.detail) return null;
  const field = error.attr.split("__")[0];
  return field ? { field, message: stripInvisible(error.detail) } : null;
}

/** Whether every further request would fail with the same error. */
export function isRejectedForAll(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  return error.isAboutKey || [401, 402].includes(error.status) || error.missingScope !== null;
}

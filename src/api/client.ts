import { sleep } from "@/lib/time/wait";
import type { Connection, Fetch } from "./connection";
import { type ConnectionStatus, createConnectionStatus } from "./connection-status";
import type { Endpoint, PathParams } from "./endpoint";
import {
  ContractError,
  getRequestedWait,
  HttpError,
  NetworkError,
  retryDelay,
  TimeoutError,
  waitForCooldown,
} from "./errors";
import type { UntypedEndpoint, UntypedInput } from "./fetch-response";
import { createRequestBuilder, fetchResponse } from "./fetch-response";
import { parseResponse } from "./parse-response";
import { createRequestBudget, type RequestBudget, type RequestBudgetOptions } from "./request-budget";

const DEFAULT_TIMEOUT_MS = 30_000;
/** Wait after a 429 response that doesn't say how long to wait. */
const DEFAULT_COOLDOWN_MS = 5_000;

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * True for a read immediately before a change. If the key is rejected, the read fails instead of waiting for a new
   * key. Otherwise, the change could be sent later, when the user no longer expects it.
   */
  readonly isPartOfChange?: boolean | undefined;
}

export type RequestInput<Path extends string, Query, Body> = ReadOptions & {
  readonly path: PathParams<Path>;
  /** Replaces the connection's prefix, for endpoints that some servers have under one prefix only. */
  readonly prefix?: Connection["prefix"] | undefined;
  /** Maximum time without data, in ms. Defaults to 30,000. */
  readonly timeoutMs?: number;
} & (Query extends undefined ? { readonly query?: undefined } : { readonly query?: Query }) &
  (Body extends undefined ? { readonly body?: undefined } : { readonly body: Body });

export interface ClientOptions {
  readonly connection: Connection;
  readonly fetch: Fetch;
  /**
   * Whether reads wait for a new key when the key is rejected, and are then retried. True for the active connection.
   */
  readonly waitsForNewKey?: boolean;
  /** Limits for bulk actions, full reads and polls. None by default, because only real servers limit requests. */
  readonly budget?: Pick<RequestBudgetOptions, "limits" | "storage">;
  /** The same for sessions and insights. */
  readonly insightBudget?: Pick<RequestBudgetOptions, "limits" | "storage">;
  /** For tests. Resolves after `ms`, or rejects with the signal's reason. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** For tests. Returns jitter in [0, 1). */
  readonly random?: () => number;
}

/** Creates the error of a request that isn't sent. Equals the server's response to a missing key. */
function createMissingKeyError(method: string): HttpError {
  const detail = "The API key was removed, so nothing was sent.";
  const body = { type: "authentication_error", code: "authentication_failed", detail, attr: null };
  return new HttpError(401, body, null, method !== "GET");
}

/** Request properties that determine retries. */
interface Call extends ReadOptions {
  readonly method: string;
  readonly endpoint: string;
  readonly projectId?: string | undefined;
}

export interface Client {
  /** The current connection. `renewKey` replaces its key. */
  readonly connection: Connection;
  readonly connectionStatus: ConnectionStatus;
  /** Recent calls. Updates to the log notify the subscribers of `connectionStatus`. */
  readonly callLog: CallLog;
  readonly budget: RequestBudget;
  /** For sessions and insights, which have their own limits. */
  readonly insightBudget: RequestBudget;
  /**
   * Sends a request and parses the response. Retries reads after temporary failures, but never mutations.
   * @throws HttpError, NetworkError, TimeoutError, ContractError, or the signal's reason when canceled
   * @throws TypeError before sending, for a query or body that violates the contract
   */
  request<Path extends string, Query, Body, Output>(
    endpoint: Endpoint<Path, Query, Body, Output>,
    input: RequestInput<Path, Query, Body>,
  ): Promise<Output>;
  /**
   * Runs an operation with the same retries as `request`, for responses that `request` can't parse.
   * @param attempt sends one request with the current connection
   */
  withRetry<Output>(
    call: Call,
    attempt: (connectionInUse: Connection, fetch: Fetch) => Promise<Output>,
  ): Promise<Output>;
  /** Replaces the key for everything that uses this client. */
  readonly renewKey: (key: string) => void;
  /**
   * Removes the key after a disconnect, so that nothing is sent with it anymore. Requests then fail.
   * @param asksForNewKey whether to report the missing key, so that reads wait for a new one
   */
  readonly removeKey: (asksForNewKey: boolean) => void;
  /** Ends all waits that the server requested. */
  readonly retryNow: () => void;
}

export function createClient(options: ClientOptions): Client {
  let { connection } = options;
  // Destructured so that the client doesn't retain the first key in `options`.
  const {
    fetch,
    sleep: pause = sleep,
    random = Math.random,
    waitsForNewKey = false,
    budget: budgetOptions,
    insightBudget: insightBudgetOptions,
  } = options;
  const connectionStatus = createConnectionStatus();
  const callLog = createCallLog(connectionStatus.notify);
  const budget = createRequestBudget({
    ...budgetOptions,
    onWait: connectionStatus.noteBudgetWait,
    random,
  });
  const insightBudget = createRequestBudget({ ...insightBudgetOptions, random });
  const budgetOf = (endpoint: string) => (/^(insights|sessions)\./.test(endpoint) ? insightBudget : budget);
  let skippedWaits = new AbortController();
  let isKeyRemoved = false;
  let waitsForKey = waitsForNewKey;

  /** Waits until the time is over, or until `retryNow` is called. */
  async function waitUnlessSkipped(ms: number, signal?: AbortSignal): Promise<void> {
    const { signal: skip } = skippedWaits;
    try {
      await pause(ms, signal ? AbortSignal.any([signal, skip]) : skip);
    } catch (error) {
      signal?.throwIfAborted();
      if (!skip.aborted) throw error;
    }
  }

  /** Makes bulk actions, full reads and polls wait as well, because the server would refuse them too. */
  function pauseBudget(error: unknown, endpoint: string): void {
    const isThrottled = error instanceof HttpError && error.status === 429;
    const waitMs = getRequestedWait(error) ?? (isThrottled ? DEFAULT_COOLDOWN_MS : null);
    if (waitMs === null) return;
    // An overloaded server refuses everything. A limit concerns only what it counts.
    for (const paused of isThrottled ? [budgetOf(endpoint)] : [budget, insightBudget]) paused.pause(waitMs);
  }

  /** Waits for a new key if needed. Resolves with true when the read should be sent again. */
  async function isRetriableWithNewKey(
    error: unknown,
    connectionInUse: Connection,
    { signal, isPartOfChange = false }: Call,
  ) {
    if (!(error instanceof HttpError) || !error.isAboutKey) return false;
    const isChange = error.isMutation || isPartOfChange;
    // An error about a previous key says nothing about the current key.
    if (connectionInUse === connection) connectionStatus.noteKeyRefusal(isChange ? "write" : "read");
    if (isChange || !waitsForKey) return false;
    if (connectionInUse === connection) await waitForNewKey(connectionStatus, signal);
    return true;
  }

  async function waitToRetry(error: unknown, ms: number, { endpoint, signal }: Call): Promise<void> {
    const isThrottled = error instanceof HttpError && error.status === 429;
    const endThrottle = isThrottled ? connectionStatus.noteThrottle(endpoint, ms) : undefined;
    try {
      await waitUnlessSkipped(ms, signal);
    } finally {
      endThrottle?.();
    }
  }

  async function withRetry<Output>(
    call: Call,
    attempt: (connectionInUse: Connection, fetch: Fetch) => Promise<Output>,
  ): Promise<Output> {
    const { method, endpoint, signal, isPartOfChange = false } = call;
    // A key that was rejected for a read isn't sent again.
    const isRefused = connectionStatus.get().keyRefusal === "read";
    if (method === "GET" && isRefused && waitsForKey && !isPartOfChange)
      await waitForNewKey(connectionStatus, signal);
    const getRetryAt = () => connectionStatus.throttledUntil(endpoint);
    if (method === "GET" && getRetryAt() !== null)
      await waitForCooldown(getRetryAt, signal, waitUnlessSkipped);
    for (let tries = 0; ; tries += 1) {
      const connectionInUse = connection;
      // Also called for a request that follows a redirect.
      const send: Fetch = async (request) => {
        if (isKeyRemoved) throw createMissingKeyError(method);
        return fetch(request);
      };
      try {
        if (isKeyRemoved) throw createMissingKeyError(method);
        budgetOf(endpoint).count();
        return await callLog.record({ endpoint, key: connectionInUse.key, fetch: send }, (loggedFetch) =>
          attempt(connectionInUse, loggedFetch),
        );
      } catch (error) {
        connectionStatus.noteError(error, call.projectId);
        pauseBudget(error, endpoint);
        if (await isRetriableWithNewKey(error, connectionInUse, call)) continue;
        const wait = method === "GET" ? retryDelay(error, tries, random) : null;
        if (wait === null) throw error;
        await waitToRetry(error, wait, call);
      }
    }
  }

  function request<Path extends string, Query, Body, Output>(
    endpoint: Endpoint<Path, Query, Body, Output>,
    input: RequestInput<Path, Query, Body>,
  ): Promise<Output>;
  function request<Output>(endpoint: UntypedEndpoint<Output>, input: UntypedInput): Promise<Output> {
    const { method, id, response } = endpoint;
    const { signal: cancel, timeoutMs = DEFAULT_TIMEOUT_MS, isPartOfChange } = input;
    const projectId = input.path["project_id"]?.toString();
    return withRetry(
      { method, endpoint: id, signal: cancel, isPartOfChange, projectId },
      async (connectionInUse, loggedFetch) => {
        const build = createRequestBuilder(connectionInUse, endpoint, input);
        const raw = await fetchResponse({
          fetch: loggedFetch,
          build,
          cancelSignal: cancel,
          idleTimeoutMs: timeoutMs,
          isFile: response.kind === "bytes",
        });
        connectionStatus.noteHeaders(raw.headers);
        return parseResponse(id, response, raw, connectionInUse.key);
      },
    );
  }
  return {
    get connection() {
      return connection;
    },
    connectionStatus,
    callLog,
    budget,
    insightBudget,
    request,
    withRetry,
    renewKey(key) {
      // A new object, even for the same key. Errors of requests in flight then don't count as
      // rejections of the new key.
      connection = { ...connection, key };
      isKeyRemoved = false;
      waitsForKey = waitsForNewKey;
      connectionStatus.noteNewKey();
    },
    removeKey(asksForNewKey) {
      connection = { ...connection, key: "" };
      isKeyRemoved = true;
      waitsForKey = waitsForNewKey && asksForNewKey;
      if (waitsForKey) connectionStatus.noteKeyRefusal("read");
    },
    retryNow() {
      connectionStatus.endThrottles();
      budget.resume();
      insightBudget.resume();
      skippedWaits.abort();
      skippedWaits = new AbortController();
    },
  };
}

/** Resolves when a new key is set. Rejects with the signal's reason. */
function waitForNewKey(connectionStatus: ConnectionStatus, cancel?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    cancel?.throwIfAborted();
    const cleanUp = () => {
      unsubscribe();
      cancel?.removeEventListener("abort", handleAbort);
    };
    const handleAbort = () => {
      cleanUp();
      reject(cancel?.reason);
    };
    const unsubscribe = connectionStatus.subscribe(() => {
      if (connectionStatus.get().keyRefusal !== null) return;
      cleanUp();
      resolve();
    });
    cancel?.addEventListener("abort", handleAbort, { once: true });
  });
}

const MAX_CALLS = 200;

/** One attempt to send a request. Never contains the key. */
export interface LoggedCall {
  /** Unique within a client. Increases with each call. */
  readonly id: number;
  readonly endpoint: string;
  /** In ms since 1970. */
  readonly startedAt: number;
  method: string;
  url: string;
  /** Request body of a change. Missing until the body has been read. */
  body?: string;
  /** Missing if the request received no response. */
  status?: number;
  /** Missing while the call is in flight. */
  durationMs?: number;
  /** Reason for the failure. Excludes the response, which may be large. */
  error?: unknown;
}

export interface CallLog {
  /** The last 200 calls, oldest first. Each change creates a new array. */
  readonly get: () => readonly Readonly<LoggedCall>[];
  /** The last completed call of each endpoint. Excludes canceled calls, because they say nothing about the endpoint. */
  readonly latest: ReadonlyMap<string, Readonly<LoggedCall>>;
}

/** Call log with write access for the client. */
interface CallRecorder extends CallLog {
  /** Runs an attempt and logs it. Replaces `key` in the log with a placeholder. */
  readonly record: <Output>(
    call: { readonly endpoint: string; readonly key: string; readonly fetch: Fetch },
    attempt: (fetch: Fetch) => Promise<Output>,
  ) => Promise<Output>;
}

export function isCanceled({ error }: Pick<LoggedCall, "error">): boolean {
  const isFailure = [HttpError, NetworkError, TimeoutError, ContractError].some(
    (type) => error instanceof type,
  );
  return error !== undefined && !isFailure;
}

/**
 * Creates an in-memory log of one client's calls.
 * @param onChange called when a call starts or ends
 */
function createCallLog(onChange: () => void): CallRecorder {
  let calls: readonly LoggedCall[] = [];
  let callCount = 0;
  const latest = new Map<string, LoggedCall>();

  function update(next = calls): void {
    calls = next.slice(-MAX_CALLS);
    onChange();
  }

  return {
    get: () => calls,
    latest,
    async record({ endpoint, key, fetch }, attempt) {
      const redact = (text: string) => text.replaceAll(key, "$KEY");
      callCount += 1;
      const call: LoggedCall = { id: callCount, endpoint, startedAt: Date.now(), method: "", url: "" };
      const noteBody = (text: string) => {
        call.body = redact(text);
      };
      try {
        return await attempt(async (request) => {
          // A request that follows a redirect belongs to the same call.
          if (call.url === "") update([...calls, call]);
          call.method = request.method;
          call.url = redact(request.url);
          if (request.method !== "GET")
            void request
              .clone()
              .text()
              .then(noteBody, () => {});
          const response = await fetch(request);
          // Opaque redirects have status 0, which isn't the real status.
          if (response.status !== 0) call.status = response.status;
          return response;
        });
      } catch (error) {
        call.error = error instanceof ContractError ? new ContractError(endpoint, error.issues, null) : error;
        throw error;
      } finally {
        call.durationMs = Date.now() - call.startedAt;
        if (!isCanceled(call)) latest.set(endpoint, call);
        update();
      }
    },
  };
}

import type { Endpoint, PathParams } from "@/contract/endpoint";
import type { Connection, Fetch } from "./connection";
import { type ConnectionStatus, createConnectionStatus } from "./connection-status";
import { HttpError } from "./errors";
import { fetchResponse } from "./fetch-response";
import { parseResponse } from "./parse-response";
import { createRequestBuilder, type UntypedEndpoint, type UntypedInput } from "./prepare-request";
import { retryDelay, sleep, waitForCooldown } from "./retry";
import { waitForNewKey } from "./wait-for-new-key";

/** Milliseconds a call may take unless it says otherwise. */
const DEFAULT_TIMEOUT_MS = 30_000;

/** What a call supplies besides the connection. */
export type RequestInput<Path extends string, Query, Body> = {
  readonly path: PathParams<Path>;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call is given up; default 30,000. */
  readonly timeoutMs?: number;
} & (Query extends undefined ? { readonly query?: undefined } : { readonly query?: Query }) &
  (Body extends undefined ? { readonly body?: undefined } : { readonly body: Body });

/** What a client is made of. */
export interface ClientOptions {
  readonly connection: Connection;
  readonly fetch: Fetch;
  /** True for the connection in use: reads that are refused for their key wait for another one, and then go on. */
  readonly waitsForNewKey?: boolean;
  /** Injected in tests: resolves after ms, rejects with the signal's reason. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Injected in tests: jitter in [0, 1). */
  readonly random?: () => number;
}

/** What is asked, as far as trying it again depends on that. */
interface Call {
  readonly method: string;
  /** Id of the endpoint. */
  readonly endpoint: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends described endpoints over one connection. */
export interface Client {
  /** As it is now: the key may have been renewed since. */
  readonly connection: Connection;
  /** What the answers have told about the connection as a whole. */
  readonly connectionStatus: ConnectionStatus;
  /**
   * Sends one request and reads its answer. Reads are repeated when that can help, writes never.
   * @throws HttpError, NetworkError, TimeoutError, ContractError; the signal's reason when cancelled; TypeError,
   * before anything is sent, for a query or body the contract does not allow.
   */
  request<Path extends string, Query, Body, Output>(
    endpoint: Endpoint<Path, Query, Body, Output>,
    input: RequestInput<Path, Query, Body>,
  ): Promise<Output>;
  /**
   * Makes one try after another as `request` does, for answers of another form.
   * @param attempt one try with the connection as it then is; what it throws may be repeated where it is a read
   */
  withRetry<Output>(
    call: Call,
    attempt: (connectionInUse: Connection, fetch: Fetch) => Promise<Output>,
  ): Promise<Output>;
  /** Goes on with another key, for everything that holds this client; the one before is forgotten. */
  readonly renewKey: (key: string) => void;
}

/** Makes the client of one connection. */
export function createClient(options: ClientOptions): Client {
  let { connection } = options;
  // Taken out, so that nothing holds on to the options and the first key with them.
  const { fetch, sleep: pause = sleep, random = Math.random, waitsForNewKey = false } = options;
  const connectionStatus = createConnectionStatus();

  /** True where the read is to be sent again, with the key that came meanwhile. */
  async function isRetriableWithNewKey(
    error: unknown,
    connectionInUse: Connection,
    cancel: AbortSignal | undefined,
  ) {
    if (!(error instanceof HttpError) || !error.isAboutKey) return false;
    // A key that was renewed on the way says nothing about the one in use.
    if (connectionInUse === connection) connectionStatus.noteKeyRefusal(error);
    if (error.isMutation || !waitsForNewKey) return false;
    if (connectionInUse === connection) await waitForNewKey(connectionStatus, cancel);
    return true;
  }

  async function waitToRetry(error: unknown, ms: number, { endpoint, signal }: Call): Promise<void> {
    const isThrottled = error instanceof HttpError && error.status === 429;
    const endThrottle = isThrottled ? connectionStatus.noteThrottle(endpoint, ms) : undefined;
    try {
      await pause(ms, signal);
    } finally {
      endThrottle?.();
    }
  }

  async function withRetry<Output>(
    call: Call,
    attempt: (connectionInUse: Connection, fetch: Fetch) => Promise<Output>,
  ): Promise<Output> {
    const { method, endpoint, signal } = call;
    const getRetryAt = () => connectionStatus.throttledUntil(endpoint);
    // A read of what is throttled would be refused as well, and prolong the rest.
    if (method === "GET" && getRetryAt() !== null) await waitForCooldown(getRetryAt, signal, pause);
    for (let tries = 0; ; tries += 1) {
      const connectionInUse = connection;
      try {
        return await attempt(connectionInUse, fetch);
      } catch (error) {
        connectionStatus.noteError(error);
        if (await isRetriableWithNewKey(error, connectionInUse, signal)) continue;
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
    const { signal: cancel, timeoutMs = DEFAULT_TIMEOUT_MS } = input;
    return withRetry({ method, endpoint: id, signal: cancel }, async (connectionInUse) => {
      const build = createRequestBuilder(connectionInUse, endpoint, input);
      const raw = await fetchResponse({
        fetch,
        build,
        cancelSignal: cancel,
        idleTimeoutMs: timeoutMs,
        isFile: response.kind === "bytes",
      });
      connectionStatus.noteHeaders(raw.headers);
      return parseResponse(id, response, raw, connectionInUse.key);
    });
  }
  return {
    get connection() {
      return connection;
    },
    connectionStatus,
    request,
    withRetry,
    renewKey(key) {
      // Another object even for the same key: what the one before was told no longer counts.
      connection = { ...connection, key };
      connectionStatus.noteNewKey();
    },
  };
}

import type { Endpoint, PathParams } from "@/contract/endpoint";
import type { Connection, Fetch } from "./connection";
import { HttpError } from "./errors";
import { readAnswer } from "./read-answer";
import { receive } from "./receive";
import { pauseBeforeRetry, sleep } from "./retry";
import { createSignals, type Signals } from "./signals";
import { type AnyEndpoint, type AnyInput, requestBuilder } from "./to-request";

/** Milliseconds a call may take unless it says otherwise. */
const DEFAULT_TIMEOUT = 30_000;

/** What a call supplies besides the connection. */
export type RequestInput<Path extends string, Query, Body> = {
  readonly path: PathParams<Path>;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call is given up; default 30,000. */
  readonly timeout?: number;
} & (Query extends undefined ? { readonly query?: undefined } : { readonly query?: Query }) &
  (Body extends undefined ? { readonly body?: undefined } : { readonly body: Body });

/** What a client is made of. */
export interface ClientOptions {
  readonly connection: Connection;
  readonly fetch: Fetch;
  /** Injected in tests: resolves after ms, rejects with the signal's reason. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Injected in tests: jitter in [0, 1). */
  readonly random?: () => number;
}

/** Sends described endpoints over one connection. */
export interface Client {
  readonly connection: Connection;
  /** What the answers have told about the connection as a whole. */
  readonly signals: Signals;
  /**
   * Sends one request and reads its answer. Reads are repeated when that can help, writes never.
   * @throws HttpError, NetworkError, TimeoutError, ContractError; the signal's reason when cancelled; TypeError,
   * before anything is sent, for a query or body the contract does not allow.
   */
  request<Path extends string, Query, Body, Output>(
    endpoint: Endpoint<Path, Query, Body, Output>,
    input: RequestInput<Path, Query, Body>,
  ): Promise<Output>;
}

/** Makes the client of one connection. */
export function createClient(options: ClientOptions): Client {
  const { connection } = options;
  const pause = options.sleep ?? sleep;
  const random = options.random ?? Math.random;
  const signals = createSignals();

  async function waitToRetry(error: unknown, ms: number, cancel: AbortSignal | undefined): Promise<void> {
    const isThrottled = error instanceof HttpError && error.status === 429;
    const goOn = isThrottled ? signals.noteWait(ms) : undefined;
    try {
      await pause(ms, cancel);
    } finally {
      goOn?.();
    }
  }

  function request<Path extends string, Query, Body, Output>(
    endpoint: Endpoint<Path, Query, Body, Output>,
    input: RequestInput<Path, Query, Body>,
  ): Promise<Output>;
  async function request<Output>(endpoint: AnyEndpoint<Output>, input: AnyInput): Promise<Output> {
    const build = requestBuilder(connection, endpoint, input);
    const isFile = endpoint.answer.kind === "bytes";
    const call = {
      fetch: options.fetch,
      build,
      cancel: input.signal,
      limit: input.timeout ?? DEFAULT_TIMEOUT,
      isFile,
    };
    for (let tries = 0; ; tries += 1) {
      try {
        const arrived = await receive(call);
        signals.noteHeaders(arrived.headers);
        return readAnswer(endpoint.id, endpoint.answer, arrived, connection.key);
      } catch (error) {
        signals.noteError(error);
        const wait = endpoint.method === "GET" ? pauseBeforeRetry(error, tries, random) : null;
        if (wait === null) throw error;
        await waitToRetry(error, wait, input.signal);
      }
    }
  }
  return { connection, signals, request };
}

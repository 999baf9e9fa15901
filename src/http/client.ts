import type { Endpoint, PathParams } from "@/contract/endpoint";
import type { Connection, Fetch } from "@/http/connection";

/** What a call supplies besides the connection. */
export type RequestInput<Path extends string, Query, Body> = {
  readonly path: PathParams<Path>;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call is given up; default 30,000. */
  readonly timeout?: number;
} & (Query extends undefined ? { readonly query?: undefined } : { readonly query?: Query }) &
  (Body extends undefined ? { readonly body?: undefined } : { readonly body: Body });

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
  /**
   * Sends one request and reads its answer.
   * @throws HttpError, NetworkError, TimeoutError, ContractError; or the signal's reason when cancelled.
   */
  request<Path extends string, Query, Body, Output>(
    endpoint: Endpoint<Path, Query, Body, Output>,
    input: RequestInput<Path, Query, Body>,
  ): Promise<Output>;
}

export function createClient(_options: ClientOptions): Client {
  throw new Error("not built yet");
}

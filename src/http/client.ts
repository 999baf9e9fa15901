import * as z from "zod/mini";
import type { Answer, Endpoint, PathParams } from "@/contract/endpoint";
import { issuesOf } from "@/contract/readers";
import type { Connection, Fetch } from "./connection";
import { HttpError, NetworkError, TimeoutError } from "./errors";
import { readAnswer } from "./read-answer";
import { readErrorBody, readRetryAfter } from "./read-error";
import { pauseBeforeRetry, sleep } from "./retry";
import { buildUrl } from "./url";

/** Milliseconds a call may take unless it says otherwise. */
export const DEFAULT_TIMEOUT = 30_000;

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
   * Sends one request and reads its answer. Reads are repeated when that can help, writes never.
   * @throws HttpError, NetworkError, TimeoutError, ContractError; or the signal's reason when cancelled.
   */
  request<Path extends string, Query, Body, Output>(
    endpoint: Endpoint<Path, Query, Body, Output>,
    input: RequestInput<Path, Query, Body>,
  ): Promise<Output>;
}

/** An endpoint without the types of what goes in, which `RequestInput` has checked. */
type AnyEndpoint<Output> = Pick<Endpoint, "id" | "method" | "path"> & {
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly answer: Answer<Output>;
};

interface AnyInput {
  readonly path: Readonly<Record<string, string | number>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number;
}

/** A request of ours that the contract does not allow: a mistake in the app, never sent. */
function assertAllowed(endpoint: string, part: string, schema: z.ZodMiniType | undefined, value: unknown) {
  if (schema === undefined || value === undefined) return;
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return;
  const issues = issuesOf(parsed.error).map(({ path, message }) => `${path}: ${message}`);
  throw new TypeError(`${endpoint}: ${part} breaks the contract. ${issues.join("; ")}`);
}

function toRequest(
  connection: Connection,
  endpoint: AnyEndpoint<unknown>,
  input: AnyInput,
  signal: AbortSignal,
): Request {
  const headers = new Headers({ Accept: "application/json", Authorization: `Bearer ${connection.key}` });
  const hasBody = input.body !== undefined;
  if (hasBody) headers.set("Content-Type", "application/json");
  return new Request(buildUrl(connection, endpoint.path, input.path, input.query), {
    method: endpoint.method,
    headers,
    signal,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    // A redirect is never followed with the key on board.
    redirect: "manual",
    ...(hasBody && { body: JSON.stringify(input.body) }),
  });
}

/** Takes the key out of whatever a server echoes, before anything can show or keep it. */
function withoutKey(text: string, key: string): string {
  return key === "" ? text : text.replaceAll(key, "•••");
}

async function refusal(response: Response, key: string): Promise<HttpError> {
  const body = readErrorBody(withoutKey(await response.text(), key));
  const header = response.headers.get("retry-after");
  return new HttpError(response.status, body, readRetryAfter(header, body.detail, Date.now()));
}

/** Makes the client of one connection. */
export function createClient(options: ClientOptions): Client {
  const { connection } = options;
  const pause = options.sleep ?? sleep;
  const random = options.random ?? Math.random;

  async function exchange<Output>(endpoint: AnyEndpoint<Output>, input: AnyInput, signal: AbortSignal) {
    const request = toRequest(connection, endpoint, input, signal);
    const response = await options.fetch(request);
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      throw new NetworkError("redirect");
    }
    if (!response.ok) throw await refusal(response, connection.key);
    return readAnswer(endpoint.id, endpoint.answer, response);
  }

  /** One try, with its time limit; tells a lost connection from a timeout and from a cancellation. */
  async function attempt<Output>(endpoint: AnyEndpoint<Output>, input: AnyInput): Promise<Output> {
    const limit = input.timeout ?? DEFAULT_TIMEOUT;
    const timeout = AbortSignal.timeout(limit);
    const signal = input.signal ? AbortSignal.any([input.signal, timeout]) : timeout;
    try {
      return await exchange(endpoint, input, signal);
    } catch (error) {
      input.signal?.throwIfAborted();
      if (timeout.aborted) throw new TimeoutError(limit);
      // `fetch` and the reading of a body reject with a TypeError when the connection fails.
      if (error instanceof TypeError) throw new NetworkError("unreachable", { cause: error });
      throw error;
    }
  }

  function request<Path extends string, Query, Body, Output>(
    endpoint: Endpoint<Path, Query, Body, Output>,
    input: RequestInput<Path, Query, Body>,
  ): Promise<Output>;
  async function request<Output>(endpoint: AnyEndpoint<Output>, input: AnyInput): Promise<Output> {
    assertAllowed(endpoint.id, "query", endpoint.query, input.query);
    assertAllowed(endpoint.id, "body", endpoint.body, input.body);
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(endpoint, input);
      } catch (error) {
        input.signal?.throwIfAborted();
        const wait = endpoint.method === "GET" ? pauseBeforeRetry(error, tries, random) : null;
        if (wait === null) throw error;
        await pause(wait, input.signal);
      }
    }
  }
  return { connection, request };
}

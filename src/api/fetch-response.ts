import * as z from "zod/mini";
import { boundWait } from "@/lib/time/wait";
import type { Connection, Fetch } from "./connection";
import type { Endpoint, ResponseSpec } from "./endpoint";
import { NetworkError, TimeoutError } from "./errors";
import { toContractIssues } from "./parsers";

/** A response with its body, as text or as a blob for files. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Blob;
  readonly isMutation?: boolean;
  readonly isTruncated?: boolean;
}

/** Twenty times the size of a list page of 500 records. Parsing a larger response would freeze the browser tab. */
export const MAX_RESPONSE_BYTES = 32_000_000;
/** An error response only needs room for its message. */
const MAX_ERROR_BYTES = 1_000_000;

interface Call {
  readonly fetch: Fetch;
  readonly build: (signal: AbortSignal) => Request;
  readonly cancelSignal: AbortSignal | undefined;
  /** Minimum time without data before the request is aborted. The total time is unlimited. */
  readonly idleTimeoutMs: number;
  readonly isFile: boolean;
}

function isMutatingRequest({ method }: Request): boolean {
  return method !== "GET";
}

function isOffline(): boolean {
  return typeof navigator !== "undefined" && navigator.onLine === false;
}

/**
 * Sends a request and resolves with the status and headers.
 * @throws NetworkError when the request gets no response
 */
export async function sendRequest(fetch: Fetch, request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    // `fetch` rejects with a TypeError for every network error.
    if (!(error instanceof TypeError)) throw error;
    throw new NetworkError(isOffline() ? "offline" : "unreachable", {
      cause: error,
      isMutation: isMutatingRequest(request),
    });
  }
}

/** Whether a response is a redirect. The browser hides the status and target of a redirect that isn't followed. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

/** Reads a response's text up to a byte limit. Calls `onBytes` for each chunk. */
async function readText(response: Response, maxBytes: number, onBytes: () => void) {
  const reader = response.body?.getReader();
  if (reader === undefined) return { body: "" };
  const decoder = new TextDecoder();
  let body = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { body: body + decoder.decode() };
    onBytes();
    bytes += value.byteLength;
    body += decoder.decode(value, { stream: true });
    if (bytes <= maxBytes) continue;
    // Not awaited, because `cancel()` may never settle.
    reader.cancel().catch(() => undefined);
    return { body: body.slice(0, maxBytes), isTruncated: true };
  }
}

async function sendAndRead(call: Call, request: Request, onBytes: () => void): Promise<RawResponse> {
  const isMutation = isMutatingRequest(request);
  const response = await sendRequest(call.fetch, request);
  onBytes();
  const { status, headers, ok } = response;
  if (isRedirect(response)) throw new NetworkError("redirect", { isMutation });
  try {
    if (call.isFile && ok) return { status, headers, body: await response.blob(), isMutation };
    return {
      status,
      headers,
      isMutation,
      ...(await readText(response, ok ? MAX_RESPONSE_BYTES : MAX_ERROR_BYTES, onBytes)),
    };
  } catch (error) {
    throw new NetworkError("broken-off", { cause: error, isMutation });
  }
}

/** Aborts `stop` after at least `idleTimeoutMs` and at most twice `idleTimeoutMs` without data. */
function watchIdle(idleTimeoutMs: number, stop: AbortController) {
  let hasActivity = false;
  let timeoutSignal: AbortSignal;
  function watch(): void {
    timeoutSignal = AbortSignal.timeout(boundWait(idleTimeoutMs, 0));
    timeoutSignal.addEventListener("abort", check, { once: true });
  }
  function check(): void {
    if (!hasActivity) return stop.abort();
    hasActivity = false;
    watch();
  }
  watch();
  return {
    noteActivity: () => {
      hasActivity = true;
    },
    // Without this call, the listener would stay in memory until the timeout fires.
    end: () => timeoutSignal.removeEventListener("abort", check),
  };
}

/**
 * Sends one request and reads its body.
 * @throws NetworkError, TimeoutError when idle for too long, or the reason of `cancelSignal`
 */
export async function fetchResponse(call: Call): Promise<RawResponse> {
  const { cancelSignal, idleTimeoutMs } = call;
  cancelSignal?.throwIfAborted();
  const idleAbort = new AbortController();
  const watch = watchIdle(idleTimeoutMs, idleAbort);
  const { signal } = idleAbort;
  const request = call.build(cancelSignal ? AbortSignal.any([cancelSignal, signal]) : signal);
  try {
    return await sendAndRead(call, request, watch.noteActivity);
  } catch (error) {
    // The error doesn't show which signal aborted the request, so each signal is checked.
    cancelSignal?.throwIfAborted();
    if (signal.aborted) throw new TimeoutError(idleTimeoutMs, isMutatingRequest(request));
    throw error;
  } finally {
    watch.end();
  }
}

/** An endpoint without input types, for callers whose input is already type-checked. */
export type UntypedEndpoint<Output> = Pick<Endpoint, "id" | "method" | "path"> & {
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response: ResponseSpec<Output>;
};

export interface UntypedInput {
  readonly path: Readonly<Record<string, string | number>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly prefix?: Connection["prefix"] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly isPartOfChange?: boolean | undefined;
}

function assertMatchesSchema(
  endpoint: string,
  part: string,
  schema: z.ZodMiniType | undefined,
  value: unknown,
) {
  if (schema === undefined || value === undefined) return;
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return;
  const issues = toContractIssues(parsed.error).map(({ path, message }) => `${path || part}: ${message}`);
  throw new TypeError(`${endpoint}: the ${part} breaks the contract. ${issues.join("; ")}`);
}

/**
 * Validates the input and returns a function that builds a request for each attempt.
 * @throws TypeError when the query or body violates the contract, which indicates a bug
 * @throws NetworkError when the key contains invalid characters
 */
export function createRequestBuilder(
  connection: Connection,
  endpoint: UntypedEndpoint<unknown>,
  input: UntypedInput,
): (signal: AbortSignal) => Request {
  assertMatchesSchema(endpoint.id, "query", endpoint.query, input.query);
  assertMatchesSchema(endpoint.id, "body", endpoint.body, input.body);
  if (!isSendableKey(connection.key)) throw new NetworkError("key");
  const { baseUrl, prefix } = connection;
  const url = buildUrl({ baseUrl, prefix: input.prefix ?? prefix }, endpoint.path, input.path, input.query);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const { method } = endpoint;
  const accept = endpoint.response.kind === "bytes" ? "*/*" : "application/json";
  return (signal) => buildRequest(url, connection.key, { method, accept, body, signal });
}

// Printable ASCII characters without spaces. With other characters, the `Authorization` header may
// be invalid, and the browser's error would contain the key.
const SENDABLE_KEY = /^[\x21-\x7e]+$/;

interface RequestParts {
  readonly method: string;
  readonly accept: string;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

function isSendableKey(key: string): boolean {
  return SENDABLE_KEY.test(key);
}

/** Builds requests without cookies, referrer, cache or redirects. */
function buildRequest(url: string, key: string, parts: RequestParts): Request {
  const { method, accept, body, signal } = parts;
  return new Request(url, {
    method,
    headers: {
      Accept: accept,
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body }),
    signal,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    // Redirects could send the key to another host.
    redirect: "manual",
  });
}

const CONTRACT_PREFIX = "/api/environments/";

function fillPath(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name];
    // URL parsers resolve dot segments, even encoded ones. A dot segment would select another endpoint.
    if (value === undefined || /^\.{0,2}$/.test(String(value))) {
      throw new Error(`The path ${template} needs a value for ${name}`);
    }
    return encodeURIComponent(value);
  });
}

function encodeQuery(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}

/**
 * Builds an endpoint's URL with its trailing slash.
 * @throws Error when a parameter is missing, empty, or a dot segment
 */
export function buildUrl(
  connection: Pick<Connection, "baseUrl" | "prefix">,
  template: string,
  params: Readonly<Record<string, string | number>>,
  query?: unknown,
): string {
  const path = template.startsWith(CONTRACT_PREFIX)
    ? `/api/${connection.prefix}/${template.slice(CONTRACT_PREFIX.length)}`
    : template;
  const base = connection.baseUrl || globalThis.location.origin;
  return base + fillPath(path, params) + encodeQuery(query);
}

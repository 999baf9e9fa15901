import * as z from "zod/mini";
import type { Connection } from "./connection";
import type { Endpoint, ResponseSpec } from "./endpoint";
import { NetworkError } from "./errors";
import { toContractIssues } from "./parsers";

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

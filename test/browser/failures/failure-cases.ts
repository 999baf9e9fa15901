import type { WireFault } from "./faulty-server.mjs";

interface ServerFault {
  readonly kind: string;
  readonly status?: number;
  readonly scopes?: readonly string[];
}

type WithoutPath<Fault> = Fault extends unknown ? Omit<Fault, "path"> : never;

export interface Failure {
  readonly name: string;
  readonly title: string;
  /** Part of the explanation. Needed when several failures share a title. */
  readonly detail?: RegExp;
  /** Whether a failed read offers a retry. */
  readonly canRetry: boolean;
  readonly isOutcomeUnknown: boolean;
  /** Fault that the proxy simulates. `server` is a fault that the emulated backend simulates. */
  readonly wire?: WithoutPath<WireFault>;
  readonly server?: ServerFault;
}

const REFUSED = { canRetry: false, isOutcomeUnknown: false };
const TRANSIENT = { canRetry: true, isOutcomeUnknown: false };
const OUTCOME_UNKNOWN = { canRetry: true, isOutcomeUnknown: true };
const UNREACHABLE = {
  title: "Couldn't reach the server",
  detail: /server may be down.*certificate.*CORS/,
  ...OUTCOME_UNKNOWN,
};

function answer(status: number, detail: string): Pick<Failure, "wire"> {
  return { wire: { kind: "answer", status, body: { type: "x", code: "x", detail, attr: null } } };
}

function statusOf(code: number): Pick<Failure, "server"> {
  return { server: { kind: "status", status: code } };
}

/**
 * Returns a 429 failure with a cooldown in seconds. A read waits for a cooldown of up to 60
 * seconds. With a longer one, it fails.
 */
export function throttled(seconds: number): Failure {
  return {
    name: `429 for ${seconds} seconds`,
    title: "Too many requests",
    ...TRANSIENT,
    ...answer(429, `Request was throttled. Expected available in ${seconds} seconds.`),
  };
}

/**
 * Returns the failure of an API key without the scope. The app stores the missing scope for the rest of the visit.
 */
export function missingScopeFailure(scope: string): Failure {
  return {
    name: `403 for ${scope}`,
    title: `The API key is missing the scope ${scope}`,
    detail: /Add the scope to the key/,
    ...REFUSED,
    server: { kind: "scope", scopes: [scope] },
  };
}

/** An invalid API key. The app stores the failure until the user enters another key. */
export const KEY_REJECTED: Failure = {
  name: "401",
  title: "The API key was rejected",
  ...REFUSED,
  ...statusOf(401),
};

/** An unknown host name. Not in `FAILURES`, because it can't be simulated for a running page. */
export const UNKNOWN_HOST: Failure = { name: "unknown host", ...UNREACHABLE };

/** Failures that end as soon as the fault is removed, without a new API key or a new visit. */
export const FAILURES: readonly Failure[] = [
  { name: "connection refused", ...UNREACHABLE, wire: { kind: "refused" } },
  { name: "invalid certificate", ...UNREACHABLE, wire: { kind: "bad-certificate" } },
  { name: "no CORS headers", ...UNREACHABLE, wire: { kind: "no-cors" } },
  { name: "connection lost before the work", ...UNREACHABLE, server: { kind: "network" } },
  { name: "connection lost after the work", ...UNREACHABLE, server: { kind: "lost-answer" } },
  {
    name: "timeout",
    title: "Request timed out",
    detail: /No response within 30 seconds/,
    ...OUTCOME_UNKNOWN,
    wire: { kind: "silent" },
  },
  {
    name: "body cut off",
    title: "Connection lost",
    ...OUTCOME_UNKNOWN,
    wire: { kind: "broken-off" },
  },
  { name: "400", title: "Invalid request", ...REFUSED, ...statusOf(400) },
  { name: "402", title: "Paid feature", ...REFUSED, ...statusOf(402) },
  {
    name: "403 for keys",
    title: "Not available with an API key",
    ...REFUSED,
    ...answer(403, "This action does not support Personal API Key access"),
  },
  {
    name: "403 for the project",
    title: "The API key can't access this project",
    ...REFUSED,
    ...answer(403, "API key does not have access to the requested project: ID 2."),
  },
  { name: "404 for the record", title: "Not found", ...REFUSED, ...statusOf(404) },
  {
    name: "404 for the project",
    title: "Project not found",
    ...REFUSED,
    ...answer(404, "Project not found."),
  },
  { name: "405", title: "Action not supported", ...REFUSED, ...statusOf(405) },
  { name: "409", title: "Someone else changed this record", ...TRANSIENT, ...statusOf(409) },
  { ...throttled(90), detail: /1 minute 30 seconds/ },
  { name: "500", title: "Server error", ...OUTCOME_UNKNOWN, ...statusOf(500) },
  { name: "502", title: "Server unavailable", ...OUTCOME_UNKNOWN, ...statusOf(502) },
  { name: "503", title: "Server unavailable", ...OUTCOME_UNKNOWN, ...statusOf(503) },
  {
    name: "HTML page",
    title: "Unexpected response",
    detail: /HTML page/,
    ...OUTCOME_UNKNOWN,
    server: { kind: "html" },
  },
  {
    name: "empty body",
    title: "Unexpected response",
    detail: /empty/,
    ...OUTCOME_UNKNOWN,
    server: { kind: "empty" },
  },
  {
    name: "wrong shape",
    title: "Unknown response format",
    ...OUTCOME_UNKNOWN,
    server: { kind: "wrong-shape" },
  },
  {
    name: "truncated body",
    title: "Incomplete response",
    ...OUTCOME_UNKNOWN,
    server: { kind: "truncated" },
  },
  {
    name: "malformed body",
    title: "Incomplete response",
    ...OUTCOME_UNKNOWN,
    server: { kind: "malformed" },
  },
  {
    name: "404 for the endpoint",
    title: "Not supported by this server",
    detail: /“Path prefix” under Connect/,
    ...REFUSED,
    ...answer(404, "Endpoint not found."),
  },
];

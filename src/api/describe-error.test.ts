import { buildHttpError } from "@test/support/builders";
import { describe, expect, it, vi } from "vitest";
import { describeError, getRawResponse } from "./describe-error";
import { ContractError, NetworkError, TimeoutError } from "./errors";

const http = (
  status: number,
  detail: string | null = null,
  retryAfterMs: number | null = null,
  code?: string,
) => buildHttpError(status, { detail, code: code ?? null }, { retryAfterMs });
const write = (status: number) => buildHttpError(status, {}, { isMutation: true });

const html = new ContractError("x", [{ path: "", message: "is an HTML page, not JSON" }], "<html>");
const half = new ContractError("x", [{ path: "", message: "is cut off or contains invalid JSON" }], '{"id"');
const shape = new ContractError("x", [{ path: "results", message: "Invalid input" }], { ok: true });

it.each([
  ["400", http(400, "Key not provided"), /Invalid request.*Key not provided/, false],
  ["401", http(401, "Personal API key … is invalid."), /API key was rejected.*Connect.*is invalid/, false],
  [
    "401 no key",
    http(401, "None.", null, "not_authenticated"),
    /didn't accept the API key here.*None/,
    false,
  ],
  ["403 key", http(403, "Bad.", null, "authentication_failed"), /API key was rejected.*Bad/, false],
  ["402", http(402, "Upgrade."), /Paid feature/, false],
  [
    "403 scope",
    http(403, "API key missing required scope 'subscription:write'"),
    /missing the scope subscription:write/,
    false,
  ],
  [
    "403 keys",
    http(403, "This action does not support Personal API Key access"),
    // The server's sentence says the same as ours.
    /^Not available with an API key\. The server allows this only in its own interface\.$/,
    false,
  ],
  [
    "403 project",
    http(403, "API key does not have access to the requested project: ID 2."),
    /can't access this project\. Choose another project, or connect with another key\.$/,
    false,
  ],
  ["403", http(403, "You can't set your own access level."), /Permission denied.*own access level/, false],
  ["404 record", http(404, "Not found."), /Not found.*deleted/, false],
  ["404 project", http(404, "Project not found."), /Project not found/, false],
  [
    "404 route",
    http(404, "Endpoint not found."),
    /Not supported by this server.*“Path prefix” under Connect/,
    false,
  ],
  ["404 page", http(404), /isn't from the API/, false],
  ["405", http(405, "Not allowed."), /doesn't support this action/, false],
  ["a proxy's 401", http(401), /in front of the server.*returned 401.*Reload/, true],
  ["a proxy's 403", http(403), /in front of the server.*returned 403/, true],
  ["409", http(409), /Someone else changed this/, true],
  ["429", http(429, null, 34_000), /Too many requests.*in 34 seconds/, true],
  ["429 one second", http(429, null, 1000), /in 1 second\./, true],
  ["429 unknown", http(429), /Wait a moment/, true],
  ["429 of a proxy", http(429, null, 34_000), /^Too many requests.*Something in front of the server/, true],
  ["429 of the API", http(429, "Request was throttled.", 34_000), /The server is limiting requests/, true],
  ["500", http(500, "A server error occurred."), /Server error.*500/, true],
  ["503", http(503), /unavailable.*503/, true],
  ["418", http(418), /returned 418/, false],
  ["no connection", new NetworkError("unreachable"), /Couldn't reach.*certificate.*CORS.*new tab/, true],
  ["offline", new NetworkError("offline"), /offline/, true],
  ["a partial response", new NetworkError("broken-off"), /Connection lost.*interrupted/, true],
  ["a redirect", new NetworkError("redirect"), /redirected.*aren't followed/, false],
  ["a key with a line break", new NetworkError("key"), /API key is invalid.*Copy it again/, false],
  ["a timeout", new TimeoutError(30_000), /timed out.*within 30 seconds/, true],
  ["a page", html, /Unexpected response.*HTML page/, true],
  ["truncated JSON", half, /Incomplete.*cut off/, true],
  ["an unknown format", shape, /Unknown response format.*results: Invalid input/, true],
  ["an unexpected error", new Error("boom"), /went wrong on our end.*boom/, true],
  ["a thrown string", "boom", /went wrong on our end.*boom/, true],
])("describeError describes %s", (_, error, words, canRetry) => {
  const problem = describeError(error);
  expect(`${problem.title}. ${problem.detail}`).toMatch(words);
  expect(problem.title).not.toMatch(/\.$/);
  expect(problem.detail).not.toMatch(/may have been saved/);
  expect(problem.canRetry).toBe(canRetry);
});

describe("a write with an unknown outcome", () => {
  const lost = ["unreachable", "offline", "broken-off", "redirect"] as const;

  const unclear: readonly [string, Error][] = [
    ...lost.map((reason): [string, Error] => [reason, new NetworkError(reason, { isMutation: true })]),
    ["timeout", new TimeoutError(30_000, true)],
    ["an unknown format", new ContractError("x", [], {}, true)],
    ["a page", new ContractError("x", [], "<html>", true)],
    ["500", write(500)],
  ];

  it.each(unclear)("warns that it may have been saved, and offers no retry: %s", (_, error) => {
    const problem = describeError(error);
    expect(problem.detail).toMatch(/may have been saved, so check before you retry/);
    expect(problem.detail).not.toMatch(/try again/i);
    expect(problem.canRetry).toBe(false);
  });

  it.each([write(400), write(429)])("doesn't warn after a rejection: %s", (error) => {
    expect(describeError(error).detail).not.toMatch(/may have been saved/);
  });
});

it("throttling states the wait time when the server sends one", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const error = http(429, null, 34_000);
  vi.advanceTimersByTime(20_000);
  expect(describeError(error).retryAt).toBe(1_034_000);
  expect(describeError(http(429)).retryAt).toBeUndefined();
});

it("getRawResponse returns the body of an unreadable response", () => {
  expect(getRawResponse(shape)).toEqual({ ok: true });
  expect(getRawResponse(http(500))).toBeUndefined();
});

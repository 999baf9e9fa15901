import { afterEach, describe, expect, it, vi } from "vitest";
import { describeError, getRawResponse } from "./describe-error";
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors";

function http(status: number, detail: string | null = null, retryAfter: number | null = null) {
  return new HttpError(status, { type: null, code: null, detail, attr: null }, retryAfter);
}

function write(status: number, detail: string | null = null) {
  return new HttpError(status, { type: null, code: null, detail, attr: null }, null, true);
}

const html = new ContractError("x", [{ path: "", message: "is an HTML page, not JSON" }], "<html>");
const half = new ContractError(
  "x",
  [{ path: "", message: "is not valid JSON: cut off or damaged" }],
  '{"id"',
);
const shape = new ContractError("x", [{ path: "results", message: "Invalid input" }], { ok: true });

describe("describeError", () => {
  it.each([
    ["400", http(400, "Key not provided"), /did not accept.*Key not provided/, false],
    ["401", http(401, "Personal API key … is invalid."), /not accept the key.*Connect.*is invalid/, false],
    ["402", http(402), /paid feature/, false],
    [
      "403 scope",
      http(403, "API key missing required scope 'subscription:write'"),
      /lacks the scope subscription:write/,
      false,
    ],
    [
      "403 keys",
      http(403, "This action does not support Personal API Key access"),
      /not allow this with an API key/,
      false,
    ],
    [
      "403 project",
      http(403, "API key does not have access to the requested project: ID 2."),
      /no access to this project.*ID 2/,
      false,
    ],
    [
      "403 project, for a person",
      http(403, "You don't have access to the project."),
      /no access to this project/,
      false,
    ],
    [
      "403 level",
      http(403, "You don't have sufficient permissions in the project."),
      /does not allow this.*sufficient permissions/,
      false,
    ],
    [
      "403 oneself",
      http(403, "You can't explicitly add yourself to projects."),
      /does not allow this.*add yourself/,
      false,
    ],
    [
      "403 other",
      http(403, "You can't set your own access level."),
      /does not allow this.*own access level/,
      false,
    ],
    ["404 record", http(404, "Not found."), /Not found.*removed/, false],
    ["404 project", http(404, "Project not found."), /no such project/, false],
    [
      "404 route",
      http(404, "Endpoint not found."),
      /does not have this feature.*“Path prefix” under Connect/,
      false,
    ],
    ["404 page", http(404), /does not come from the API/, false],
    ["405", http(405), /does not support this action/, false],
    ["409", http(409), /Somebody changed this/, true],
    ["429", http(429, null, 34_000), /slow down.*34 seconds of rest/, true],
    ["429 one second", http(429, null, 1000), /asks for 1 second of/, true],
    ["429 unknown", http(429), /Wait a moment/, true],
    ["500", http(500, "A server error occurred."), /server failed.*500/, true],
    ["502", http(502), /not available.*502/, true],
    ["503", http(503), /not available.*503/, true],
    ["418", http(418), /answered 418/, false],
    [
      "no connection",
      new NetworkError("unreachable"),
      /cannot be reached.*not tell why.*new tab.*certificate.*CORS/,
      true,
    ],
    ["offline", new NetworkError("offline"), /offline/, true],
    ["half an answer", new NetworkError("broken-off"), /broke off.*in the middle/, true],
    ["a redirect", new NetworkError("redirect"), /elsewhere.*not followed/, false],
    ["a key with a line break", new NetworkError("key"), /key cannot be sent.*Copy it again/, false],
    ["a timeout", new TimeoutError(30_000), /in time.*within 30 seconds/, true],
    ["a page", html, /did not answer with data.*HTML page/, true],
    ["half of the data", half, /incomplete.*cut off/, true],
    ["another shape", shape, /unknown form.*results: Invalid input/, true],
    ["a mistake", new Error("boom"), /wrong in Environs.*boom/, true],
    ["no error at all", "boom", /wrong in Environs.*boom/, true],
  ])("has words for %s", (_, error, words, canRetry) => {
    const problem = describeError(error);
    expect(`${problem.title}. ${problem.detail}`).toMatch(words);
    expect(problem.title).not.toMatch(/\.$/);
    expect(problem.canRetry).toBe(canRetry);
  });
});

describe("after a write that ended without a clear answer", () => {
  const lost = ["unreachable", "offline", "broken-off"] as const;

  const unclear: readonly [string, Error][] = [
    ...lost.map((reason): [string, Error] => [reason, new NetworkError(reason, { isMutation: true })]),
    ["timeout", new TimeoutError(30_000, true)],
    ["another shape", new ContractError("x", [], {}, true)],
    ["a page", new ContractError("x", [], "<html>", true)],
    ["500", write(500)],
    ["502", write(502)],
  ];

  it.each(unclear)("says that it may have been done, and offers no blind repeat: %s", (_, error) => {
    const problem = describeError(error);
    expect(problem.detail).toMatch(/may have been done all the same: look before you repeat it/);
    expect(problem.detail).not.toMatch(/try again/i);
    expect(problem.canRetry).toBe(false);
  });

  it.each([write(400), write(403), write(404), write(409), write(429)])(
    "never after a refusal: %s",
    (error) => {
      expect(describeError(error).detail).not.toMatch(/may have been done/);
    },
  );

  it.each([
    ...lost.map((reason) => new NetworkError(reason)),
    new TimeoutError(30_000),
    html,
    half,
    shape,
    http(500),
    http(503),
  ])("never after a read: %s", (error) => {
    expect(describeError(error)).toMatchObject({
      detail: expect.not.stringMatching(/may have been done/),
      canRetry: true,
    });
  });
});

describe("throttling", () => {
  afterEach(() => void vi.useRealTimers());

  it("says how long to wait, where the server does", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const error = http(429, null, 34_000);
    vi.advanceTimersByTime(20_000);
    expect(describeError(error).retryAt).toBe(1_034_000);
    expect(describeError(http(429)).retryAt).toBeUndefined();
  });
});

describe("rawAnswerOf", () => {
  it("gives what arrived where it could not be read", () => {
    expect(getRawResponse(shape)).toEqual({ ok: true });
    expect(getRawResponse(http(500))).toBeUndefined();
  });
});

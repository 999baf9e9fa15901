import { describe, expect, it } from "vitest";
import { createClient } from "@/api/client";
import { parseResponse } from "@/api/parse-response";
import { CONTRACT_ROUTES, described, OTHER_ROUTES } from "./contract-routes";
import { type Exchange, fillPlaceholders, readExchanges } from "./recorded-exchanges";

const HOST = "https://eu.posthog.com";

/** Values of the placeholders. The mocks' test finds or creates the records instead. */
const VALUES = {
  id: 31,
  insight: 4711,
  dashboard: 99,
  tile: 4712,
  slack: 61,
  github: 63,
  person: "0189c4b2-77aa-4000-8e15-90d4c3b2a1f0",
  membership: "0187a0de-3f1b-0000-9c4e-2b7d5a1f6e10",
  me: "0187a0de-3f1b-4000-9c4e-2b7d5a1f6e10",
  owner: "0187a0de-3f1b-4000-9c4e-2b7d5a1f6e11",
};

function listExchanges(kind: (exchange: Exchange) => boolean): readonly Exchange[] {
  return readExchanges().filter((exchange) => exchange.endpoint !== null && kind(exchange));
}

/** Replaces the placeholders in a part of an exchange. In member exchanges, `{id}` is a UUID. */
function fillExchange<Part>(exchange: Exchange, part: Part): unknown {
  return fillPlaceholders(
    part,
    exchange.file.startsWith("members/") ? { ...VALUES, id: VALUES.person } : VALUES,
  );
}

/**
 * Returns the input of the client call that sends the exchange's request, derived from the contract's paths.
 */
function buildInput(exchange: Exchange) {
  const route = [...CONTRACT_ROUTES, ...OTHER_ROUTES].find(([id]) => id === exchange.endpoint);
  if (route === undefined) throw new Error(`no route ${exchange.endpoint}`);
  const url = new URL(String(fillExchange(exchange, exchange.request.url)));
  const parts = url.pathname.split("/");
  const path: Record<string, string> = {};
  for (const [index, part] of route[2].split("/").entries()) {
    if (part.startsWith(":")) path[part.slice(1)] = decodeURIComponent(parts[index] ?? "");
  }
  const query: Record<string, unknown> = {};
  for (const [name, text] of url.searchParams) {
    const isPlain = /^(\d+|true|false)$/.test(text) && name !== "search" && name !== "value";
    query[name] = isPlain ? JSON.parse(text) : text;
  }
  return {
    path,
    ...(url.search !== "" && { query }),
    body: fillExchange(exchange, exchange.request.body),
  };
}

function findEndpoint(exchange: Exchange) {
  const found = described.find((endpoint) => endpoint.id === exchange.endpoint);
  if (found === undefined) throw new Error(`the code has no endpoint ${exchange.endpoint}`);
  return found;
}

function readKey({ request }: Exchange): string {
  // An exchange without an Authorization header records a request whose key was lost on the way, so
  // the client can use any key.
  return request.headers["Authorization"]?.replace("Bearer ", "") ?? "phx_lost_on_the_way";
}

function buildResponse(exchange: Exchange): Response {
  const { status, headers = {}, body, text } = exchange.response;
  const json = body === undefined ? null : JSON.stringify(fillExchange(exchange, body));
  return new Response(text ?? json, { status, headers });
}

/** Sends the exchange's call. Fails the test if the request differs. */
async function replay(exchange: Exchange) {
  const { request } = exchange;
  const sent: Request[] = [];
  const url = String(fillExchange(exchange, request.url));
  const client = createClient({
    connection: {
      id: "recorded",
      label: "Recorded",
      baseUrl: HOST,
      prefix: /^\/api\/projects\/\d/.test(new URL(url).pathname) ? "projects" : "environments",
      key: readKey(exchange),
    },
    async fetch(actual) {
      sent.push(actual);
      expect(`${actual.method} ${actual.url}`).toBe(`${request.method} ${url}`);
      expect(actual.headers.get("Authorization")).toBe(`Bearer ${readKey(exchange)}`);
      expect(actual.headers.get("Content-Type")).toBe(request.headers["Content-Type"] ?? null);
      const text = await actual.text();
      expect(text === "" ? undefined : JSON.parse(text)).toEqual(fillExchange(exchange, request.body));
      return buildResponse(exchange);
    },
    sleep: async () => {},
    random: () => 0,
  });
  const endpoint = findEndpoint(exchange);
  const outcome = await client
    .request<string, unknown, unknown, unknown>(endpoint, buildInput(exchange))
    .then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
  return { outcome, sent };
}

/** Returns the error that the contract defines for a response. */
function expectedError({ response }: Exchange): Record<string, unknown> {
  const none = { type: null, code: null, detail: null, attr: null };
  const body = typeof response.body === "object" ? response.body : {};
  return { name: "HttpError", status: response.status, ...none, ...body };
}

function expectedValue(exchange: Exchange): Readonly<Record<string, unknown>> | undefined {
  const body = fillExchange(exchange, exchange.response.body);
  if (Array.isArray(body)) return { count: body.length, results: body, broken: [] };
  if (typeof body !== "object" || body === null) return undefined;
  if (!("results" in body && "count" in body)) return { ...body };
  return { count: body.count, results: body.results, broken: [] };
}

async function readFile(value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null || !("blob" in value)) return undefined;
  return value.blob instanceof Blob ? value.blob.text() : undefined;
}

function expectResult(value: unknown, expected: Readonly<Record<string, unknown>> | undefined): void {
  if (expected === undefined) expect(value).toBeUndefined();
  else expect(value).toMatchObject(expected);
}

describe("the client sends recorded requests and parses recorded responses", () => {
  it.each(listExchanges(({ clientRefuses }) => !clientRefuses))("$file: $name", async (exchange) => {
    const { outcome, sent } = await replay(exchange);
    const { read, response } = exchange;
    // A failed assertion inside `fetch` becomes the call's error.
    const [error, value] = "error" in outcome ? [outcome.error] : [undefined, outcome.value];
    if (error instanceof Error && error.name === "AssertionError") throw error;
    expect(sent.length).toBeGreaterThan(0);
    if (exchange.request.method !== "GET") expect(sent).toHaveLength(1);
    if (read?.error || response.status >= 400) {
      expect(error).toMatchObject(read?.error ?? expectedError(exchange));
    } else {
      expect(error).toBeUndefined();
      if (response.text !== undefined) expect(await readFile(value)).toBe(response.text);
      else if (read?.value === undefined) expectResult(value, expectedValue(exchange));
      if (read?.value !== undefined) expect(value).toMatchObject(read.value);
    }
  });
});

describe("the client never sends invalid requests", () => {
  it.each(listExchanges(({ clientRefuses }) => clientRefuses === true))("$file: $name", async (exchange) => {
    const { outcome, sent } = await replay(exchange);
    expect(outcome).toEqual({ error: expect.any(TypeError) });
    expect(sent).toHaveLength(0);
  });

  it.each(listExchanges(({ clientRefuses }) => clientRefuses === true))(
    "$file: parses the error another client gets",
    async (exchange) => {
      const { id, response: answer } = findEndpoint(exchange);
      const response = buildResponse(exchange);
      const arrived = { status: response.status, headers: response.headers, body: await response.text() };
      let error: unknown;
      try {
        parseResponse<unknown>(id, answer, arrived, readKey(exchange));
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject(expectedError(exchange));
    },
  );
});

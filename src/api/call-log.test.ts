import { buildClient } from "@test/support/builders";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import type { Fetch } from "./connection";
import { defineEndpoint } from "./endpoint";
import { HttpError, NetworkError } from "./errors";
import { parseWith } from "./parsers";

const KEY = "phx_secret_key";

const getThing = defineEndpoint({
  id: "things.get",
  method: "GET",
  path: "/api/things/",
  query: z.strictObject({ search: z.optional(z.string()) }),
  response: { kind: "json", parse: parseWith(z.looseObject({ id: z.int() })) },
});
const updateThing = defineEndpoint({
  id: "things.update",
  method: "PATCH",
  path: "/api/things/",
  body: z.strictObject({ title: z.string() }),
  response: { kind: "json", parse: parseWith(z.looseObject({ id: z.int() })) },
});

function setUp(fetch: Fetch) {
  const client = buildClient({ baseUrl: "https://api.example", key: KEY, fetch });
  return { client, calls: () => client.callLog.get() };
}

const answer =
  (status: number, body: unknown): Fetch =>
  async () =>
    Response.json(body, { status });

it("has method, address, status and duration of a call", async () => {
  const { client, calls } = setUp(answer(200, { id: 1 }));
  await client.request(getThing, { path: {}, query: { search: "a b" } });
  expect(calls()).toEqual([
    {
      id: 1,
      endpoint: "things.get",
      method: "GET",
      url: "https://api.example/api/things/?search=a+b",
      startedAt: expect.any(Number),
      status: 200,
      durationMs: expect.any(Number),
    },
  ]);
  expect(client.callLog.latest.get("things.get")).toBe(calls()[0]);
});

it("shows a call in flight, and notifies when it ends", async () => {
  let resolve: (response: Response) => void = () => {};
  const response = new Promise<Response>((resolveResponse) => {
    resolve = resolveResponse;
  });
  const { client, calls } = setUp(() => response);
  const seen: unknown[] = [];
  client.connectionStatus.subscribe(() => seen.push(calls()));
  const reading = client.request(getThing, { path: {} });
  expect(calls()).toMatchObject([{ endpoint: "things.get", url: "https://api.example/api/things/" }]);
  expect(calls()[0]?.durationMs).toBeUndefined();
  resolve(Response.json({ id: 1 }));
  await reading;
  expect(calls()[0]?.durationMs).toBeDefined();
  // A new array makes React render the list again.
  expect(new Set(seen).size).toBe(2);
});

it("contains each attempt with the reason for its failure", async () => {
  const failures: readonly (() => Response)[] = [
    () => Response.json({ detail: "No." }, { status: 503 }),
    () => {
      throw new TypeError("Failed to fetch");
    },
    () => Response.json({ id: "one", large: "x".repeat(1_000_000) }),
  ];
  let turn = 0;
  const { client, calls } = setUp(async () => failures[turn++]?.() ?? Response.error());
  await client.request(getThing, { path: {} }).catch(() => undefined);
  expect(calls().map(({ status }) => status)).toEqual([503, undefined, 200]);
  expect(calls().map(({ error }) => (error instanceof Error ? error.name : error))).toEqual([
    "HttpError",
    "NetworkError",
    "ContractError",
  ]);
  expect(calls()[0]?.error).toBeInstanceOf(HttpError);
  expect(calls()[1]?.error).toBeInstanceOf(NetworkError);
  expect(JSON.stringify(calls()).length).toBeLessThan(5_000);
});

it("keeps the last response of an endpoint when a later call is canceled", async () => {
  const { client } = setUp(answer(200, { id: 1 }));
  await client.request(getThing, { path: {} });
  const canceled = client.request(getThing, { path: {}, signal: AbortSignal.abort() });
  await expect(canceled).rejects.toThrow();
  expect(client.callLog.latest.get("things.get")).toMatchObject({ status: 200 });
});

it("has the body of a change, and the key nowhere", async () => {
  const { client, calls } = setUp(answer(400, { detail: `${KEY} isn't valid.` }));
  await client.request(updateThing, { path: {}, body: { title: `Not ${KEY}` } }).catch(() => undefined);
  await client.request(getThing, { path: {}, query: { search: KEY } }).catch(() => undefined);
  expect(calls()[0]).toMatchObject({ method: "PATCH", body: '{"title":"Not $KEY"}' });
  expect(calls()[1]?.url).toBe("https://api.example/api/things/?search=$KEY");
  expect(calls()).toHaveLength(2);
  const texts = calls().flatMap((call) => [JSON.stringify(call), String(call.error)]);
  expect(texts.join("\n")).not.toContain(KEY);
});

it("keeps the last 200 calls, and the last of each endpoint", async () => {
  const { client, calls } = setUp(answer(200, { id: 1 }));
  await client.request(updateThing, { path: {}, body: { title: "A" } });
  for (let count = 0; count < 203; count += 1) {
    await client.request(getThing, { path: {}, query: { search: String(count) } });
  }
  expect(calls()).toHaveLength(200);
  expect(calls()[0]?.url).toMatch(/search=3$/);
  expect(calls().at(-1)?.url).toMatch(/search=202$/);
  expect(client.callLog.latest.get("things.update")).toMatchObject({ status: 200 });
});

import { buildApi } from "@test/support/builders";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { server } from "@/mocks/node";
import { createError } from "@/mocks/scenarios";
import { memberCollection } from "./members";

const ANA = "aaaaaaaa-0000-4000-8000-000000000001";
const RECORD = { id: "m1", level: 1, parent_level: 8, user: { uuid: ANA, email: "ana@x.co" }, team: 4 };
const LEFT = { id: "m2", level: 1 };

type Answer = (page: URL) => Response;

/** Loads a list that the server sends as a whole. */
const loadList = (list: object) => load(() => HttpResponse.json(list));

async function load(answer: Answer) {
  const requestedUrls: string[] = [];
  server.use(
    http.get("*/explicit_members", ({ request }) => {
      const url = new URL(request.url);
      requestedUrls.push(url.search);
      return answer(url);
    }),
  );
  const api = buildApi();
  const collection = memberCollection(api);
  collection.start();
  await new Promise<void>((resolve) => {
    collection.subscribe(() => ["complete", "failed"].includes(collection.get().phase) && resolve());
  });
  return { api, asked: requestedUrls, collection };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `m${index}`, level: 1 }));

it("identifies members by user, or by membership without a user", async () => {
  const { collection } = await loadList([RECORD, LEFT]);
  expect(collection.find(ANA)).toMatchObject({ id: "m1" });
  expect(collection.find("m2")).toMatchObject({ user: null });
});

it.each([
  ["a bare array", [RECORD, LEFT], 2],
  ["an envelope", { count: 2, next: null, previous: null, results: [RECORD, LEFT] }, 2],
  ["a single object", RECORD, 1],
  ["an empty array", [], 0],
  ["exactly a page", many(100), 100],
  ["more than a page", many(350), 350],
])("reads %s in one request without page parameters", async (_, list, count) => {
  const { asked: requestedUrls, collection } = await loadList(list);
  expect(collection.get()).toMatchObject({ phase: "complete", count, miscount: 0, error: null });
  expect(collection.get().records).toHaveLength(count);
  expect(requestedUrls).toEqual([""]);
});

/** Loads the members from a server that returns pages of `size` members. */
async function loadPaged(all: readonly object[], size: number) {
  const { asked: requestedUrls, collection } = await load(({ searchParams }) => {
    const offset = Number(searchParams.get("offset") ?? 0);
    const results = all.slice(offset, offset + size);
    return HttpResponse.json({ count: all.length, next: null, previous: null, results });
  });
  return { asked: requestedUrls, state: collection.get() };
}

it("fetches all pages of a paginated list", async () => {
  const { asked: requestedUrls, state } = await loadPaged(many(250), 100);
  expect(requestedUrls).toEqual([
    "",
    "?limit=500&offset=99",
    "?limit=100&offset=198",
    "?limit=1&offset=0",
    "?limit=1&offset=249",
  ]);
  expect(state).toMatchObject({ phase: "complete", count: 250, miscount: 0 });
  expect(new Set(state.records.map(({ id }) => id)).size).toBe(250);
});

it("reads a list again that changes between its pages while its count stays", async () => {
  const list = many(150);
  let responses = 0;
  const { collection } = await load(({ searchParams }) => {
    const offset = Number(searchParams.get("offset") ?? 0);
    const results = list.slice(offset, offset + 50);
    responses += 1;
    if (responses === 1)
      list.splice(0, 2, ...list.splice(2), { id: "new", level: 1 }, { id: "newer", level: 1 });
    return HttpResponse.json({ count: list.length, next: null, previous: null, results });
  });
  const ids = collection.get().records.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(list.map(({ id }) => id)));
  expect(responses).toBe(12);
  expect(collection.get()).toMatchObject({ phase: "complete", count: 150, miscount: 0, isOutdated: false });
});

it("keeps the index of unreadable records across pages", async () => {
  const { state } = await loadPaged([...many(3), { level: "high" }], 2);
  expect(state.records).toHaveLength(3);
  expect(state.broken).toMatchObject([{ index: 3 }]);
});

it.each([2, 150])("reads %s members again after a failed refresh", async (size) => {
  let isBroken = false;
  const list = many(size);
  const { collection, asked: requestedUrls } = await load(() =>
    isBroken ? createError(403) : HttpResponse.json(list),
  );
  const settle = () => vi.waitFor(() => expect(collection.get().isRefreshing).toBe(false));
  isBroken = true;
  collection.refresh();
  await settle();
  expect(collection.get()).toMatchObject({ phase: "complete", error: { status: 403 } });
  collection.resume();
  await settle();
  expect(collection.get()).toMatchObject({ phase: "complete", error: { status: 403 } });
  isBroken = false;
  list.pop();
  const countBefore = requestedUrls.length;
  collection.resume();
  await settle();
  expect(requestedUrls.length - countBefore).toBe(1);
  expect(collection.get()).toMatchObject({ phase: "complete", error: null, count: size - 1 });
});

it("loads the rest of a paginated list after a page and a refresh have failed", async () => {
  let isBroken = true;
  let isStarted = false;
  const list = many(150);
  const { collection } = await load(({ searchParams }) => {
    const offset = Number(searchParams.get("offset") ?? 0);
    if (isBroken && (offset > 0 || isStarted)) return createError(403);
    isStarted = true;
    return HttpResponse.json({ count: 150, results: list.slice(offset, offset + 50) });
  });
  collection.refresh();
  await vi.waitFor(() => expect(collection.get().isRefreshing).toBe(false));
  isBroken = false;
  collection.resume();
  await vi.waitFor(() => expect(collection.get()).toMatchObject({ phase: "complete", error: null }));
  expect(collection.get().records).toHaveLength(150);
});

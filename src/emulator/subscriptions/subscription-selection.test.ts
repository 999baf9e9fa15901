import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Generation } from "@/emulator/backend/generation";
import { createEmulatorCaller } from "@/testing/call-emulator";

const row = z.looseObject({
  id: z.int(),
  title: z.nullable(z.string()),
  deleted: z.boolean(),
  target_type: z.string(),
  next_delivery_date: z.nullable(z.string()),
  created_by: z.nullable(z.looseObject({ uuid: z.string(), email: z.string() })),
});
const page = z.object({
  count: z.int(),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  results: z.array(row),
});

function createLister(generation: Generation) {
  const { call } = createEmulatorCaller({ generation });
  const list = async (query = "", project = 1) =>
    z.parse(page, (await call("GET", `/environments/${project}/subscriptions/?limit=200${query}`)).body);
  return { call, list };
}

describe("lists of 2024", () => {
  it("have the order of the table, in which a change moves a record to the end", async () => {
    const { call, list } = createLister("2024");
    const ids = (await list()).results.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    await call("PATCH", "/environments/1/subscriptions/1030/", { body: { title: "Moved" } });
    expect((await list()).results.map(({ id }) => id)).toEqual([...ids.filter((id) => id !== 1030), 1030]);
  });

  it("ignore search and order", async () => {
    const { list } = createLister("2024");
    expect(await list("&search=nothing&ordering=title&target_type=fax")).toMatchObject({ count: 60 });
  });
});

describe("lists of 2026", () => {
  it("search titles and names of sources for every word", async () => {
    const { list } = createLister("2026");
    const titles = async (search: string) =>
      (await list(`&search=${encodeURIComponent(search)}`)).results.map(({ title }) => title);
    expect(await titles("GROWTH review")).toEqual(["Weekly growth review", "Weekly growth review"]);
    expect(await titles("checkout, morning")).toEqual(["Checkout drop-off, every morning"]);
    // The search includes dashboard names and derived insight names.
    expect(await titles("board pack")).toEqual(["Board pack", "Quarterly business review"]);
    expect(await titles("referrals")).toEqual(["Referrals"]);
    expect(await titles("nothing like it")).toEqual([]);
  });

  it("sort by four fields, with null like PostgreSQL, and ignore others", async () => {
    const { list } = createLister("2026");
    const { results } = await list("&ordering=title");
    const titles = results.map(({ title }) => title);
    expect(titles[0]).toBe("Acquisition by channel");
    expect(titles.at(-1)).toBeNull();
    const descending = (await list("&ordering=-title")).results.map(({ title }) => title);
    expect(descending[0]).toBeNull();
    expect(descending.at(-1)).toBe("Acquisition by channel");
    const dates = (await list("&ordering=next_delivery_date")).results.map((item) => item.next_delivery_date);
    const known = dates.filter((date) => date !== null);
    expect(known).toEqual(known.toSorted());
    expect(dates.slice(known.length).every((date) => date === null)).toBe(true);
    const newest = (await list()).results.map(({ id }) => id);
    expect((await list("&ordering=-created_at")).results.map(({ id }) => id)).toEqual(newest);
    expect((await list("&ordering=summary")).results.map(({ id }) => id)).toEqual(newest);
    const emails = (await list("&ordering=created_by__email,-title")).results.map(
      (item) => item.created_by?.email ?? null,
    );
    expect(emails[0]).toMatch(/^a/);
    expect(emails.at(-1)).toBeNull();
  });

  it("filter by author, channel, kind and source, and paginate the result", async () => {
    const { list } = createLister("2026");
    const author = (await list()).results[0]?.created_by?.uuid;
    const own = await list(`&created_by=${author}`);
    expect(own.results.every((item) => item.created_by?.uuid === author)).toBe(true);
    expect(own.count).toBeGreaterThan(1);
    expect(await list("&target_type=teams")).toMatchObject({ count: 2 });
    expect(await list("&resource_type=ai_prompt")).toMatchObject({ count: 3 });
    expect(await list("&dashboard=212")).toMatchObject({ count: 2 });
    const one = await list("&target_type=teams&limit=1&offset=1");
    expect([one.count, one.results.length, one.next]).toEqual([2, 1, null]);
    expect(one.previous).toContain("target_type=teams");
    expect(await list("&search=beta&deleted=true")).toMatchObject({ count: 1 });
  });

  it("refuse an author that is not a UUID", async () => {
    const { call } = createLister("2026");
    expect(await call("GET", "/environments/1/subscriptions/?created_by=ana")).toMatchObject({
      status: 400,
      body: { attr: "created_by", detail: "Not a valid UUID." },
    });
  });
});

it.each(["2024", "2025", "2026"] as const)("an empty id of a source fails in %s", async (generation) => {
  const { call } = createLister(generation);
  expect((await call("GET", "/environments/1/subscriptions/?insight=")).status).toBe(500);
});

it("drops the position of schedules of 2026 unless they are monthly", async () => {
  const { call } = createLister("2026");
  const body = {
    insight: 4001,
    target_type: "email",
    target_value: "ana@x.example",
    frequency: "weekly",
    interval: 1,
    byweekday: ["monday", "friday"],
    bysetpos: -1,
    start_date: "2026-11-23T09:00:00Z",
  };
  expect((await call("POST", "/environments/1/subscriptions/", { body })).body).toMatchObject({
    bysetpos: null,
    next_delivery_date: "2026-11-23T09:00:00Z",
  });
  const monthly = { ...body, frequency: "monthly" };
  expect((await call("POST", "/environments/1/subscriptions/", { body: monthly })).body).toMatchObject({
    bysetpos: -1,
    next_delivery_date: "2026-11-30T09:00:00Z",
  });
});

import { describe, expect, it } from "vitest";
import { lastPage, readId, readListFilters, toListQuery, writeListFilters } from "./subscription-filters";

const read = (text: string) => readListFilters(new URLSearchParams(text));

describe("list address", () => {
  it.each([
    ["", { view: "active", page: 1 }],
    ["view=bin", { view: "bin", page: 1 }],
    ["page=3", { view: "active", page: 3 }],
    ["view=bin&page=2&utm_source=mail", { view: "bin", page: 2 }],
  ])("reads %j", (text, filters) => {
    expect(read(text)).toEqual(filters);
  });

  it.each([
    "page=0",
    "page=-1",
    "page=1.5",
    "page=1e3",
    "page=two",
    "page=",
    "view=everything",
    "byweekday=funday",
  ])("takes %j as not said", (text) => {
    expect(read(text)).toEqual({ view: "active", page: 1 });
  });

  it("never asks for an offset beyond 32 bits", () => {
    expect(toListQuery(read("page=999999999999")).offset).toBeLessThan(2 ** 31);
  });

  it.each(["", "?view=bin", "?page=4", "?view=bin&page=2"])("writes back %j as it was", (text) => {
    expect(writeListFilters(read(text))).toBe(text);
  });

  it("keeps parameters of others", () => {
    expect(writeListFilters({ view: "bin", page: 1 }, new URLSearchParams("theme=dark&page=7"))).toBe(
      "?theme=dark&view=bin",
    );
  });
});

describe("paging", () => {
  it("turns a page into limit and offset", () => {
    expect(toListQuery({ view: "bin", page: 3 })).toEqual({ limit: 50, offset: 100, deleted: true });
  });

  it.each([
    [0, 1],
    [1, 1],
    [50, 1],
    [51, 2],
    [62, 2],
  ])("%i records end on page %i", (count, page) => {
    expect(lastPage(count)).toBe(page);
  });
});

describe("number of a record", () => {
  it.each([
    ["12", 12],
    ["0", 0],
    ["", null],
    [undefined, null],
    ["1.5", null],
    ["-1", null],
    ["abc", null],
    ["99999999999999999999", null],
  ])("%j is %j", (text, id) => {
    expect(readId(text)).toBe(id);
  });
});

import { describe, expect, it } from "vitest";
import { PLAIN_LIST, readId, readListFilters, writeListFilters } from "./subscription-filters";

const read = (text: string) => readListFilters(new URLSearchParams(text));

describe("list address", () => {
  it.each([
    ["", {}],
    ["view=bin", { view: "bin" }],
    ["q=to%3Aana", { query: "to:ana" }],
    [
      "sort=-next,title",
      {
        sort: [
          { columnId: "next", direction: "descending" },
          { columnId: "title", direction: "ascending" },
        ],
      },
    ],
    ["cols=next,state", { columns: ["next", "state"] }],
    ["cols=", { columns: [] }],
    ["density=compact&utm_source=mail", { density: "compact" }],
    ["q=is%3Adeleted+ana", { view: "bin", query: "is:deleted ana" }],
    ["q=-is%3Adeleted", { query: "-is:deleted" }],
  ])("reads %j", (text, filters) => {
    expect(read(text)).toEqual({ ...PLAIN_LIST, ...filters });
  });

  it.each(["view=everything", "density=huge", "sort=", "page=3", "byweekday=funday"])(
    "takes %j as not said",
    (text) => {
      expect(read(text)).toEqual(PLAIN_LIST);
    },
  );

  it.each([
    "",
    "?view=bin",
    "?q=ana",
    "?view=bin&q=ana&sort=-next%2Ctitle&cols=next&density=compact",
    "?cols=%2C",
  ])("writes back %j as it was", (text) => {
    expect(writeListFilters(read(text))).toBe(text);
  });

  it("keeps parameters of others", () => {
    expect(writeListFilters({ ...PLAIN_LIST, view: "bin" }, new URLSearchParams("theme=dark&q=old"))).toBe(
      "?theme=dark&view=bin",
    );
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

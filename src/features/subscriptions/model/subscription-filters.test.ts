import { describe, expect, it } from "vitest";
import {
  DEFAULT_LIST_FILTERS,
  formatSubscriptionListFilters,
  parseSubscriptionListFilters,
} from "./subscription-filters";

const parse = (text: string) => parseSubscriptionListFilters(new URLSearchParams(text));

describe("list URL", () => {
  it.each([
    ["view=bin", { view: "trash" }],
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
    ["cols=", { columns: [] }],
    ["density=compact&utm_source=mail", { density: "compact" }],
    ["q=is%3Adeleted+ana", { view: "trash", query: "is:deleted ana" }],
    ["q=-is%3Adeleted", { query: "-is:deleted" }],
  ])("reads %j", (text, filters) => {
    expect(parse(text)).toEqual({ ...DEFAULT_LIST_FILTERS, ...filters });
  });

  it.each(["view=everything", "density=huge", "sort="])("takes %j as not said", (text) => {
    expect(parse(text)).toEqual(DEFAULT_LIST_FILTERS);
  });

  it.each(["", "?view=trash&q=ana&sort=-next%2Ctitle&cols=next&density=compact", "?cols=%2C"])(
    "writes %j unchanged",
    (text) => {
      expect(formatSubscriptionListFilters(parse(text))).toBe(text);
    },
  );

  it("keeps other parameters", () => {
    expect(
      formatSubscriptionListFilters(
        { ...DEFAULT_LIST_FILTERS, view: "trash" },
        new URLSearchParams("theme=dark&q=old"),
      ),
    ).toBe("?theme=dark&view=trash");
  });
});

import { describe, expect, it } from "vitest";
import { SUBSCRIPTION_SEARCH } from "@/features/subscriptions/search/subscription-search";
import type { SortStep } from "@/lib/url/url-state";
import { toServerSearch } from "./first-results";

const ask = (query: string, ...sort: readonly SortStep[]) =>
  toServerSearch(query, SUBSCRIPTION_SEARCH.parse(query), sort);
const up = (columnId: string): SortStep => ({ columnId, direction: "ascending" });
const down = (columnId: string): SortStep => ({ columnId, direction: "descending" });

describe("the part of a search that the server supports", () => {
  it.each([
    ["Orders", "Orders"],
    ["  board   pack ", "board pack"],
    // The server requires every word of a phrase, so it finds every record that contains the phrase.
    ['"board pack" café', "board pack café"],
    ["orders to:ana is:overdue next:today", "orders"],
    ["orders -weekly", "orders"],
  ])("of %s is the words %s", (query, search) => {
    expect(ask(query)).toEqual({ search });
  });

  it.each(["", "   ", "to:ana", "is:overdue -type:slack type:slack,email", "-orders", "title:orders"])(
    "is nothing of “%s”",
    (query) => {
      expect(ask(query)).toBeNull();
    },
  );

  it("is the order, up to the first column that the server sorts otherwise", () => {
    expect(ask("", up("title"))).toEqual({ ordering: "title" });
    expect(ask("is:overdue", down("created"))).toEqual({ ordering: "-created_at" });
    expect(ask("", down("next"), up("title"))).toEqual({ ordering: "-next_delivery_date,title" });
    expect(ask("", up("title"), up("author"), up("next"))).toEqual({ ordering: "title" });
    expect(ask("", up("author"), up("title"))).toBeNull();
  });

  it("is the channel, the words and the order together", () => {
    expect(ask("is:overdue type:slack")).toEqual({ target_type: "slack" });
    const all = { search: "orders", ordering: "title", target_type: "email" };
    expect(ask("orders type:email", up("title"))).toEqual(all);
  });
});

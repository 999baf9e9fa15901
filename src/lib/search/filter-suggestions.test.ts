import { describe, expect, it } from "vitest";
import type { QueryField } from "@/lib/query/query-text";
import { findNearestQuery, suggestFilters } from "./filter-suggestions";

const FIELDS: readonly QueryField[] = [
  { name: "title", label: "Title", kind: "text" },
  {
    name: "freq",
    label: "Frequency",
    kind: "choice",
    values: ["daily", "weekly"].map((value) => ({ value, label: `Every ${value}` })),
  },
  {
    name: "is",
    label: "State",
    kind: "state",
    values: [
      { value: "active", label: "Sends on schedule" },
      { value: "paused", label: "Paused" },
      { value: "overdue", label: "More than an hour late" },
    ],
  },
];

describe("suggestFilters", () => {
  const COUNTS: Readonly<Record<string, number>> = {
    sales: 9,
    "sales is:paused": 2,
    "sales is:overdue": 9,
    "sales freq:daily": 4,
  };

  it("counts matches of the query, and omits filters without effect or matches", async () => {
    const found = await suggestFilters("sales", FIELDS, (query) => Promise.resolve(COUNTS[query] ?? 0));
    expect(found).toMatchObject([
      { query: "is:paused", label: "Paused", count: 2 },
      { query: "freq:daily", count: 4 },
    ]);
  });

  it("returns at most five", async () => {
    let asked = 0;
    const found = await suggestFilters("", [...FIELDS, ...FIELDS], (query) => {
      asked += 1;
      return Promise.resolve(query === "" ? 9 : 1);
    });
    expect(found).toHaveLength(5);
    expect(asked).toBe(6);
  });
});

it.each([
  ["pausd", "is:paused"],
  ["-overdu weekly", "-is:overdue weekly"],
  ["late", "is:overdue"],
  ['tilte:"a b" -freq:daily', 'title:"a b" -freq:daily'],
  ['"pausd"', null],
  ["title:pausd", null],
])("findNearestQuery %s", (text, query) => {
  expect(findNearestQuery(text, FIELDS)).toBe(query);
});

import { expect, it } from "vitest";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { NO_NAMES } from "@/lib/search/record-schema";
import { createRecordIndex } from "@/lib/search/record-search";
import { parse, schema } from "./journal-search";

function buildEntry(id: string, field: string, before: number | null, after: number): JournalEntry {
  return {
    id,
    connection: "demo",
    server: "Demo data",
    projectId: "1",
    at: "2026-11-21T10:00:00Z",
    resource: "subscription",
    recordId: 7,
    name: "Weekly figures",
    kind: "changed",
    changes: [{ field, before, after }],
    outcome: "done",
    reason: null,
    batch: null,
    undoes: null,
    undoneBy: null,
    tab: "tab",
  };
}

it("finds changes by the names of the dashboards and insights before and after, also when the names load later", () => {
  const index = createRecordIndex(schema);
  index.setRows([
    buildEntry("a", "dashboard", 12, 13),
    buildEntry("b", "insight", null, 12),
    buildEntry("c", "dashboard", 14, 15),
  ]);
  const find = (text: string) =>
    index.findSync({ query: parse(text), sort: [], now: 0, zone: "UTC" }).map(({ id }) => id);
  index.setNames(NO_NAMES);
  expect(find("growth")).toEqual([]);
  index.setNames(
    new Map([
      ["dashboard 12", "Growth overview"],
      ["dashboard 13", "Sales pipeline"],
    ]),
  );
  expect(find("growth")).toEqual(["a"]);
  expect(find("pipeline")).toEqual(["a"]);
  index.setNames(new Map([["insight 12", "Growth by country"]]));
  expect(find("growth")).toEqual(["b"]);
});

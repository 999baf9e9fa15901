import { buildJournalEntry, findRows } from "@test/support/builders";
import { expect, it } from "vitest";
import { NO_NAMES } from "@/lib/search/record-schema";
import { createRecordIndex } from "@/lib/search/record-search";
import { JOURNAL_SEARCH, schema } from "./journal-search";

const buildEntry = (id: string, field: string, before: number | null, after: number) =>
  buildJournalEntry({ id, changes: [{ field, before, after }] });

it("finds changes by the names of the dashboards and insights before and after, also when the names load later", () => {
  const index = createRecordIndex(schema);
  index.setRows([
    buildEntry("a", "dashboard", 12, 13),
    buildEntry("b", "insight", null, 12),
    buildEntry("c", "dashboard", 14, 15),
  ]);
  const find = (text: string) =>
    index.findSync({ query: JOURNAL_SEARCH.parse(text), sort: [], now: 0, zone: "UTC" }).map(({ id }) => id);
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

it("finds changes by their displayed outcome", () => {
  const entries = [
    buildJournalEntry({ id: "a", outcome: "done" }),
    buildJournalEntry({ id: "b", outcome: "refused" }),
    buildJournalEntry({ id: "c", outcome: "done", undoneBy: "d" }),
  ];
  const find = (text: string) => findRows({ ...JOURNAL_SEARCH, schema }, entries, text).map(({ id }) => id);
  expect(find("failed")).toEqual(["b"]);
  expect(find("undone")).toEqual(["c"]);
});

import { read } from "@test/repository-files";
import { expect, it } from "vitest";
import { fields as exportFields } from "@/features/exports/list/export-search";
import { fields as journalFields } from "@/features/journal/journal-search";
import { fields as memberFields } from "@/features/members/list/member-search";
import { RECIPIENT_SEARCH } from "@/features/subscriptions/recipients/model/recipient-search";
import { fields as subscriptionFields } from "@/features/subscriptions/search/subscription-search";
import { SOURCE_SEARCH } from "@/features/subscriptions/sources/source-search";

it.each([
  ["Subscriptions", subscriptionFields],
  ["Recipients", RECIPIENT_SEARCH.fields],
  ["Sources", SOURCE_SEARCH.fields],
  ["Exports", exportFields],
  ["Members", memberFields],
  ["Activity", journalFields],
])("Help lists every search field and state of %s", (heading, fields) => {
  const page = read("src/features/help/pages/search-language.md");
  const [section = ""] = page.split(`## ${heading}\n`)[1]?.split("\n## ") ?? [];
  const documented = new Set([...section.matchAll(/`([a-z]+:[a-z]*)/g)].map(([, name]) => name));
  const terms = fields.flatMap((field) =>
    field.kind === "state" && field.values
      ? field.values.map(({ value }) => `is:${value}`)
      : [`${field.name}:`],
  );
  expect([...documented].toSorted()).toEqual([...new Set(terms)].toSorted());
});

import { read } from "@test/repository-files";
import { expect, it } from "vitest";
import { EXPORT_SEARCH } from "@/features/exports/list/export-search";
import { JOURNAL_SEARCH } from "@/features/journal/journal-search";
import { MEMBER_SEARCH } from "@/features/members/list/member-search";
import { createRecipientSearch } from "@/features/subscriptions/recipients/model/recipient-search";
import { SUBSCRIPTION_SEARCH } from "@/features/subscriptions/search/subscription-search";
import { SOURCE_SEARCH } from "@/features/subscriptions/sources/source-search";

it.each([
  ["Subscriptions", SUBSCRIPTION_SEARCH.fields],
  ["Recipients", createRecipientSearch([], () => null).fields],
  ["Sources", SOURCE_SEARCH.fields],
  ["Exports", EXPORT_SEARCH.fields],
  ["Members", MEMBER_SEARCH.fields],
  ["Activity", JOURNAL_SEARCH.fields],
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

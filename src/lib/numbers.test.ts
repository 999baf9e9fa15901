import { expect, it } from "vitest";
import { formatCount, listWords, plural } from "./numbers";

it.each([
  [0, "0"],
  [999, "999"],
  [12_345, "12,345"],
  [-1_000, "-1,000"],
  [2.5, "3"],
])("%d is counted as %s", (value, text) => {
  expect(formatCount(value, "en-GB")).toBe(text);
});

it("counts in the given language, and in some language for one that is not known", () => {
  expect(formatCount(12_345, "de-DE")).toBe("12.345");
  expect(formatCount(7, "not a locale")).toBe("7");
});

it.each([
  [0, "0 people"],
  [1, "1 person"],
  [2, "2 people"],
  [100_000, "100,000 people"],
])("%d has its noun", (value, text) => {
  expect(plural(value, "person", "people", "en-GB")).toBe(text);
});

it.each([
  [[], ""],
  [["Monday"], "Monday"],
  [["Monday", "Friday"], "Monday and Friday"],
  [["Monday", "Tuesday", "Friday"], "Monday, Tuesday and Friday"],
])("%j in a sentence is %j", (items, text) => {
  expect(listWords(items)).toBe(text);
});

it("lists choices with or", () => {
  expect(listWords(["Monday", "Tuesday", "Friday"], "or")).toBe("Monday, Tuesday or Friday");
});

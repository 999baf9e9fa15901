import { expect, it } from "vitest";
import {
  formatBytes,
  formatCount,
  formatDecimal,
  formatList,
  formatOrdinal,
  pluralForm,
  pluralize,
  toAsciiDigits,
} from "./numbers";

it.each([
  [0, "0"],
  [12_345, "12,345"],
  [2.5, "3"],
])("formats %d as %s", (value, text) => {
  expect(formatCount(value, "en-GB")).toBe(text);
});

it("uses the locale, and a fallback for an unknown one", () => {
  expect(formatCount(12_345, "de-DE")).toBe("12.345");
  expect(formatCount(7, "not a locale")).toBe("7");
});

it.each([
  [1, "1 person"],
  [100_000, "100,000 people"],
])("pluralizes %d", (value, text) => {
  expect(pluralize(value, "person", "people", "en-GB")).toBe(text);
});

it.each([
  [[], ""],
  [["Monday", "Friday"], "Monday and Friday"],
  [["Monday", "Tuesday", "Friday"], "Monday, Tuesday, and Friday"],
])("joins %j to %j", (items, text) => {
  expect(formatList(items)).toBe(text);
  expect(formatList(items, "or")).toBe(text.replace("and", "or"));
});

it.each([
  [1, "1st"],
  [11, "11th"],
  [23, "23rd"],
  [111, "111th"],
])("%i is the %s", (value, word) => {
  expect(formatOrdinal(value)).toBe(word);
});

const DIGITS = [
  ["de", "12.345", "1,5", "12.345 people"],
  ["ar-EG", "١٢٬٣٤٥", "١٫٥", "١٢٬٣٤٥ people"],
] as const;

it.each(DIGITS)("uses digits of %s and English words", (locale, count, decimal, people) => {
  expect(formatCount(12_345, locale)).toBe(count);
  expect(formatDecimal(1.5, 1, locale)).toBe(decimal);
  expect(pluralize(12_345, "person", "people", locale)).toBe(people);
});

it.each([
  [1, "is"],
  [2, "are"],
  [1.5, "are"],
])("%d goes with %s", (value, word) => {
  expect(pluralForm(value, "is", "are")).toBe(word);
});

it("reads the digits that every locale shows", () => {
  for (const locale of ["ar-EG", "fa-IR", "mr-IN-u-nu-deva", "bn-BD", "my-MM", "en-u-nu-fullwide", "en"])
    expect(toAsciiDigits(new Intl.NumberFormat(locale, { useGrouping: false }).format(1234567890))).toBe(
      "1234567890",
    );
});

it.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1 kB"],
  [1_240, "1.2 kB"],
  [999_600, "1 MB"],
  [1_500_000_000_000_000, "1,500 TB"],
])("%d: %s", (bytes, words) => {
  expect(formatBytes(bytes, "en-GB")).toBe(words);
});

it.each([
  ["de", "1,2 kB"],
  ["ar-EG", "١٫٢ kB"],
])("in %s: %s", (locale, words) => {
  expect(formatBytes(1_240, locale)).toBe(words);
});

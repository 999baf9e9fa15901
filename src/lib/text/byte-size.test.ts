import { expect, it } from "vitest";
import { formatBytes } from "./numbers";

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1 kB"],
  [1_240, "1.2 kB"],
  [9_960, "10 kB"],
  [34_400, "34 kB"],
  [999_600, "1 MB"],
  [500_000_000, "500 MB"],
  [1_500_000_000_000_000, "1,500 TB"],
])("%d: %s", (bytes, words) => {
  expect(formatBytes(bytes, "en-GB")).toBe(words);
});

it.each([
  ["de", "1,2 kB"],
  ["en-US", "1.2 kB"],
  ["ar-EG", "١٫٢ kB"],
  ["ja", "1.2 kB"],
])("in %s: %s", (locale, words) => {
  expect(formatBytes(1_240, locale)).toBe(words);
});

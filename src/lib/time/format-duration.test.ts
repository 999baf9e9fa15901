import { expect, it } from "vitest";
import { formatDuration } from "./dates";

it.each([
  [0, "1 second"],
  [1_000, "1 second"],
  [1_001, "2 seconds"],
  [34_000, "34 seconds"],
  [60_000, "1 minute"],
  [125_000, "2 minutes 5 seconds"],
  [3_601_000, "1 hour 1 second"],
])("%i ms are %s", (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});

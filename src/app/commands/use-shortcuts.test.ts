import { expect, test } from "vitest";
import { createKeySequenceReader } from "./use-shortcuts";

const getKnownKeys = () => new Set(["g s", "g b", "c", "?"]);

test("recognizes a single key immediately", () => {
  const { read } = createKeySequenceReader(getKnownKeys);
  expect(read("c", 0)).toEqual({ keys: "c" });
});

test("recognizes a pair when the second key is in time", () => {
  const { read } = createKeySequenceReader(getKnownKeys);
  expect(read("g", 0)).toBe("waiting");
  expect(read("s", 1_200)).toEqual({ keys: "g s" });
});

test("reads a late second key on its own", () => {
  const { read } = createKeySequenceReader(getKnownKeys);
  read("g", 0);
  expect(read("s", 1_201)).toBeNull();
  read("g", 2_000);
  expect(read("c", 5_000)).toEqual({ keys: "c" });
});

test("ends a pair at an unknown key", () => {
  const { read } = createKeySequenceReader(getKnownKeys);
  read("g", 0);
  expect(read("x", 10)).toBeNull();
  expect(read("s", 20)).toBeNull();
});

test("detects whether a key completes a pair, without changing state", () => {
  const { read, isSecondKey: endsPair } = createKeySequenceReader(getKnownKeys);
  expect(endsPair("s", 0)).toBe(false);
  read("g", 0);
  expect([endsPair("s", 1_200), endsPair("s", 1_201), endsPair("c", 10)]).toEqual([true, false, false]);
  expect(read("s", 20)).toEqual({ keys: "g s" });
  expect(endsPair("s", 30)).toBe(false);
});

import { expect, test } from "vitest";
import { createKeySequenceReader } from "./use-shortcuts";

const KNOWN_KEYS = new Set(["g s", "g b", "c", "?"]);

function createReader() {
  const reader = createKeySequenceReader();
  return {
    read: (key: string, timeStamp: number) => reader.read({ key, timeStamp }, KNOWN_KEYS),
    endsPair: (key: string, timeStamp: number) => reader.isSecondKey({ key, timeStamp }, KNOWN_KEYS),
  };
}

test("recognizes a single key immediately, and a pair when the second key is in time", () => {
  const { read } = createReader();
  expect(read("c", 0)).toBe("c");
  expect(read("g", 0)).toBeNull();
  expect(read("s", 1_200)).toBe("g s");
});

test("reads a late second key on its own", () => {
  const { read } = createReader();
  read("g", 0);
  expect(read("s", 1_201)).toBeNull();
  read("g", 2_000);
  expect(read("c", 5_000)).toBe("c");
});

test("ends a pair at an unknown key", () => {
  const { read } = createReader();
  read("g", 0);
  expect(read("x", 10)).toBeNull();
  expect(read("s", 20)).toBeNull();
});

test("detects whether a key completes a pair, without changing state", () => {
  const { read, endsPair } = createReader();
  expect(endsPair("s", 0)).toBe(false);
  read("g", 0);
  expect([endsPair("s", 1_200), endsPair("s", 1_201), endsPair("c", 10)]).toEqual([true, false, false]);
  expect(read("s", 20)).toBe("g s");
  expect(endsPair("s", 30)).toBe(false);
});

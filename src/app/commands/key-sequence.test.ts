import { expect, test } from "vitest";
import { createKeySequenceReader } from "./key-sequence";

const getKnownKeys = () => new Set(["g s", "g b", "c", "?"]);

test("a single key is recognised at once", () => {
  const { read } = createKeySequenceReader(getKnownKeys);
  expect(read("c", 0)).toEqual({ keys: "c" });
});

test("a pair is recognised when its second key comes in time", () => {
  const { read } = createKeySequenceReader(getKnownKeys);
  expect(read("g", 0)).toBe("waiting");
  expect(read("s", 1_200)).toEqual({ keys: "g s" });
});

test("a second key that comes too late is read on its own", () => {
  const { read } = createKeySequenceReader(getKnownKeys);
  read("g", 0);
  expect(read("s", 1_201)).toBeNull();
  read("g", 2_000);
  expect(read("c", 5_000)).toEqual({ keys: "c" });
});

test("an unknown key ends a pair", () => {
  const { read } = createKeySequenceReader(getKnownKeys);
  read("g", 0);
  expect(read("x", 10)).toBeNull();
  expect(read("s", 20)).toBeNull();
});

test("whether a key would end a pair can be asked before it is read", () => {
  const { read, isSecondKey: endsPair } = createKeySequenceReader(getKnownKeys);
  expect(endsPair("s", 0)).toBe(false);
  read("g", 0);
  expect([endsPair("s", 1_200), endsPair("s", 1_201), endsPair("c", 10)]).toEqual([true, false, false]);
  expect(read("s", 20)).toEqual({ keys: "g s" });
  expect(endsPair("s", 30)).toBe(false);
});

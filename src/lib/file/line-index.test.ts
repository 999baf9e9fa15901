import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineFinder, linesAround } from "./line-index";

const texts = fc
  .array(fc.constantFrom("a", "bc", "\n", "\n", "\r\n"), { maxLength: 60 })
  .map((all) => all.join(""));

function countedPosition(text: string, offset: number) {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

it("counts lines as editors do, in any order", () => {
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 12 }), (text, offsets) => {
      const find = createLineFinder(text);
      for (const number of offsets) {
        const offset = number % (text.length + 1);
        expect(find(offset)).toEqual(countedPosition(text, offset));
      }
    }),
  );
});

describe("lines around a position", () => {
  const text = "one\ntwo\r\nthree\nfour";
  it("have numbers", () => {
    expect(linesAround(text, 10, 3, 1)).toEqual([
      { number: 2, text: "two", isMarked: false },
      { number: 3, text: "three", isMarked: true },
      { number: 4, text: "four", isMarked: false },
    ]);
  });
  it("end at the end of the text", () => {
    expect(linesAround(text, 0, 1, 5).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(linesAround("", 0, 1, 2)).toEqual([{ number: 1, text: "", isMarked: true }]);
  });
  it("are truncated around the position when long", () => {
    const long = `${"a".repeat(5_000)}!${"b".repeat(5_000)}`;
    const [line] = linesAround(long, 5_000, 1, 1);
    expect(line?.text).toMatch(/^…a+!b+…$/);
    expect(line?.text.length).toBeLessThan(200);
  });
});

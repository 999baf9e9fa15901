import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvChunks } from "./csv";
import { createCsvReader, detectDelimiter } from "./csv-reader";

const NO_LIMITS = { maxRows: 10_000, maxColumns: 1_000, maxCellLength: 10_000 };

function read(pieces: readonly string[], limits = NO_LIMITS, isIncomplete = false) {
  const reader = createCsvReader(limits);
  for (const piece of pieces) reader.push(piece);
  return reader.end(isIncomplete);
}

/** Splits a text at random offsets, so that chunks can end after any character. */
const pieces = (text: string, cuts: readonly number[]) => {
  const cutOffsets = [...cuts.map((cut) => cut % (text.length + 1)), 0, text.length].sort((a, b) => a - b);
  return cutOffsets.slice(1).map((columnIndex, index) => text.slice(cutOffsets[index], columnIndex));
};

const cell = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom('"', ",", ";", "\t", "\n", "\r", "a", " ", "=") }),
);
/** Adds the apostrophe that the CSV writer puts before formulas. */
const written = (text: string) =>
  text
    .replace(/(?<=[;|\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g, "'")
    .replace(/^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/, "'");

describe("createCsvReader", () => {
  it("reads the output of the writer, with any chunks", () => {
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
    fc.assert(
      fc.property(table, fc.array(fc.nat()), (rows, cuts) => {
        const columns = (rows[0] ?? []).map((_, columnIndex) => ({
          header: `column ${columnIndex}`,
          text: (row: readonly string[]) => row[columnIndex] ?? "",
        }));
        const text = Array.from(csvChunks(rows, columns, { bom: false }), (chunk) => chunk.text).join("");
        const { rows: found } = read(pieces(text, cuts));
        expect(found).toEqual([columns.map(({ header }) => header), ...rows.map((row) => row.map(written))]);
      }),
    );
  });

  it("is independent of the chunks", () => {
    const text = fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "a") });
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (each, cuts) => {
        expect(read(pieces(each, cuts))).toEqual(read([each]));
      }),
    );
  });

  // Cells of the expected rows are joined with "|".
  it.each([
    ["a,b\n1,2", ["a|b", "1|2"]],
    ["a,b\r\n1,2\r\n", ["a|b", "1|2"]],
    ["a,b\r1,2\r", ["a|b", "1|2"]],
    ["a,b\n1\n1,2,3", ["a|b", "1", "1|2|3"]],
    ['"a ""b""","c\nd"\n,', ['a "b"|c\nd', "|"]],
    ['a "b",c', ['a "b"|c']],
    ['"a"b,c', ["ab|c"]],
    ["a,b\n\n1,2", ["a|b", "", "1|2"]],
    ['a,"never closed\n1,2', ["a|never closed\n1,2"]],
    ["a;b\n1,5;2", ["a|b", "1,5|2"]],
    ["sep=:\na:b", ["a|b"]],
    ["", []],
  ])("reads %j", (text, rows) => {
    expect(read([text]).rows.map((cells) => cells.join("|"))).toEqual(rows);
  });

  it("drops an incomplete last row", () => {
    expect(read(["a,b\n1,2\n3,"], NO_LIMITS, true).rows).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    expect(read(["a,b\n1,2\n"], NO_LIMITS, true).rows).toHaveLength(2);
  });

  it("reports when a limit is reached", () => {
    const reader = createCsvReader({ maxRows: 3, maxColumns: 2, maxCellLength: 4 });
    expect(reader.push(`long text,b,c\n${"x".repeat(20_000)}`)).toBe(false);
    expect(reader.push("\n1,2\n3,4\n")).toBe(true);
    expect(reader.end(false)).toEqual({
      rows: [["long", "b"], ["xxxx"], ["1", "2"]],
      delimiter: ",",
      isTruncated: true,
      hasMore: true,
    });
  });

  it.each([
    ["a\r\nb\r\n", false],
    ["a\nb\n", false],
    ["a\nb", false],
    ["a\r\nb\r\nc", true],
    ["a\nb\n\n", true],
  ])("reports whether text follows two rows of %j: %s", (text, hasMore) => {
    for (const each of [[text], [...text]]) {
      expect(read(each, { ...NO_LIMITS, maxRows: 2 })).toMatchObject({ rows: [["a"], ["b"]], hasMore });
    }
  });
});

describe("detectDelimiter", () => {
  it.each([
    ["a,b,c\n1,2,3", ","],
    ["a;b;c\n1,5;2;3", ";"],
    ["a\tb\n1,2\t3,4", "\t"],
    ['"a;b;c;d",b\n"1;2",3', ","],
    ['"a;b;c",d\n"e;f;g",h', ","],
    ["one column\nonly, with a comma", ","],
    ["", ","],
  ])("%j: %j", (sample, sign) => {
    expect(detectDelimiter(sample)).toBe(sign);
  });
});

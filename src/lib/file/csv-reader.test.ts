import fc from "fast-check";
import { expect, it } from "vitest";
import { csvChunks } from "./csv";
import { parseCsv } from "./csv-reader";

const NO_LIMITS = { maxRows: 10_000, maxColumns: 1_000, maxCellLength: 10_000 };
const joinedRows = (text: string, isIncomplete = false) =>
  parseCsv(text, NO_LIMITS, isIncomplete).rows.map((cells) => cells.join("|"));

const cell = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom('"', ",", ";", "\t", "\n", "\r", "a", " ", "=") }),
);
/** Adds the apostrophe that the CSV writer puts before formulas. */
const written = (text: string) =>
  text
    .replace(/(?<=[;|\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g, "'")
    .replace(/^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/, "'");

it("reads the output of the writer", () => {
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
  fc.assert(
    fc.property(table, (rows) => {
      const columns = (rows[0] ?? []).map((_, columnIndex) => ({
        header: `column ${columnIndex}`,
        text: (row: readonly string[]) => row[columnIndex] ?? "",
      }));
      const text = Array.from(csvChunks(rows, columns, { bom: false }), (chunk) => chunk.text).join("");
      const found = parseCsv(text, NO_LIMITS, false).rows;
      expect(found).toEqual([columns.map(({ header }) => header), ...rows.map((row) => row.map(written))]);
    }),
  );
});

// Cells of the expected rows are joined with "|".
it.each([
  ["a,b\r\n1,2\r\n", ["a|b", "1|2"]],
  ["a,b\r1,2\r", ["a|b", "1|2"]],
  ["a,b\n1\n1,2,3", ["a|b", "1", "1|2|3"]],
  ['"a ""b""","c\nd"\n,', ['a "b"|c\nd', "|"]],
  ['a "b",c', ['a "b"|c']],
  ["a,b\n\n1,2", ["a|b", "", "1|2"]],
  ['a,"never closed\n1,2', ["a|never closed\n1,2"]],
  ["a;b\n1,5;2", ["a|b", "1,5|2"]],
  ["a\tb\n1,2\t3,4", ["a|b", "1,2|3,4"]],
  ['"a;b;c;d",b\n"1;2",3', ["a;b;c;d|b", "1;2|3"]],
  ["one column\nonly, with a comma", ["one column", "only| with a comma"]],
  ["sep=:\na:b", ["a|b"]],
  ["", []],
])("reads %j", (text, rows) => {
  expect(joinedRows(text)).toEqual(rows);
});

it("drops an incomplete last row", () => {
  expect(joinedRows("a,b\n1,2\n3,", true)).toEqual(["a|b", "1|2"]);
  expect(joinedRows("a,b\n1,2\n", true)).toEqual(["a|b", "1|2"]);
});

it("reports when a limit is reached", () => {
  const limits = { maxRows: 3, maxColumns: 2, maxCellLength: 4 };
  expect(parseCsv(`long text,b,c\n${"x".repeat(20_000)}\n1,2\n3,4\n`, limits, false)).toEqual({
    rows: [["long", "b"], ["xxxx"], ["1", "2"]],
    isTruncated: true,
    hasMore: true,
  });
});

it.each([
  ["a\r\nb\r\n", false],
  ["a\nb\n\nc", true],
])("reports whether text follows two rows of %j: %s", (text, hasMore) => {
  const found = parseCsv(text, { ...NO_LIMITS, maxRows: 2 }, false);
  expect(found).toMatchObject({ rows: [["a"], ["b"]], hasMore });
});

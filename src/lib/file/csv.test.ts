import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvCell, csvChunks, csvChunksOfFields } from "./csv";
import type { FileChunk } from "./file-chunk";
import { createRowMapper, jsonChunks } from "./json-file";

const textOf = (chunks: Iterable<FileChunk>) => [...chunks].map(({ text }) => text).join("");

/** Reads a file as a lenient reader would, recognizing quotes only at the start of a cell. */
function readLeniently(file: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = "";
  let state: "start" | "plain" | "quoted" | "closing" = "start";
  for (const letter of file) {
    const isEnd = letter === separator || letter === "\r" || letter === "\n";
    if (state === "quoted" && letter !== '"') cell += letter;
    else if (state === "quoted") state = "closing";
    else if (isEnd) {
      cells.push(cell);
      cell = "";
      state = "start";
    } else if (letter === '"' && state === "start") state = "quoted";
    else {
      cell += letter;
      state = state === "closing" && letter === '"' ? "quoted" : "plain";
    }
  }
  return [...cells, cell];
}

describe("csvCell", () => {
  it.each([
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    [" padded ", '" padded "'],
    [null, ""],
  ])("writes %j as %j", (value, written) => {
    expect(csvCell(value)).toBe(written);
  });

  it.each(["=1+1", "-1", "＋1", "＠x", "-"])("escapes the formula %s", (text) => {
    expect(csvCell(text)).toBe(`'${text}`);
  });

  it.each([
    ["\t=1", "'\t'=1"],
    ["Sales;=cmd|'/C calc'!A0;", "Sales;'=cmd|'/C calc'!A0;"],
    ["a\t-1;b", "a\t'-1;b"],
    ['a;"=1"', `a;'""=1""`],
  ])("takes the formula out of every part of %j", (text, written) => {
    expect(csvCell(text)).toBe(`"${written}"`);
  });

  it.each(["\u00a0=1", "\v@x"])("escapes the formula behind blanks in %j", (text) => {
    expect(csvCell(text).replaceAll('"', "")).toBe(`'${text}`);
  });

  it("takes the formula out of a part behind a bar", () => {
    expect(csvCell("a|=1")).toBe("a|'=1");
  });

  it("writes numbers as they are, and nothing for NaN and Infinity", () => {
    expect([-12, 3.5, 0, 1e21].map(csvCell)).toEqual(["-12", "3.5", "0", "1e+21"]);
    expect([Number.NaN, Number.NEGATIVE_INFINITY].map(csvCell)).toEqual(["", ""]);
  });
});

describe("csvChunks", () => {
  const columns = [
    { header: "Name", text: (row: readonly [string, number]) => row[0] },
    { header: "=Size", text: (row: readonly [string, number]) => row[1] },
  ];

  it("writes a header and a row each, with CRLF", () => {
    const file = textOf(csvChunks([["Pear", -1]], columns, { bom: false }));
    expect(file).toBe("Name,'=Size\r\nPear,-1\r\n");
  });

  it("starts with one byte order mark when requested", () => {
    const file = textOf(csvChunks([["Pear", 1]], columns, { bom: true }));
    expect([...file].filter((character) => character === "\uFEFF")).toEqual(["\uFEFF"]);
    expect(file.startsWith("\uFEFFName")).toBe(true);
  });

  it("writes many rows in chunks and counts them", () => {
    const rows = Array.from({ length: 120 }, (_, at): [string, number] => [`Row ${at}`, at]);
    const chunks = [...csvChunks(rows, columns, { bom: false })];
    expect(chunks.map(({ rowsDone }) => rowsDone)).toEqual([0, 50, 100, 120]);
    expect(textOf(chunks).split("\r\n")).toHaveLength(122);
  });
});

describe("csvChunksOfFields", () => {
  it("has a column for every field of any row, with dotted names", () => {
    const rows = [
      { id: 1, by: { email: "a@x.co", of: { name: "Ana" } }, tags: ["a", "b"], extra: null },
      { id: -2, by: null, late: true, list: [{ a: 1 }], none: {}, empty: [] },
    ];
    const file = textOf(csvChunksOfFields<Record<string, unknown>>(rows, (row) => row, { bom: false }));
    expect(file.split("\r\n")).toEqual([
      "id,by.email,by.of.name,tags,extra,by,late,list,none,empty",
      '1,a@x.co,Ana,"a, b",,,,,,',
      '-2,,,,,,true,"[{""a"":1}]",{},',
      "",
    ]);
  });

  it("scans all rows first, in empty chunks", () => {
    const rows = Array.from({ length: 60 }, (_, id) => (id === 59 ? { id, last: "=x" } : { id }));
    const chunks = [...csvChunksOfFields<Record<string, unknown>>(rows, (row) => row, { bom: true })];
    expect(chunks.map(({ rowsDone }) => rowsDone)).toEqual([0, 0, 0, 50, 60]);
    expect(textOf(chunks).startsWith("\uFEFFid,last\r\n0,\r\n")).toBe(true);
    expect(textOf(chunks).endsWith("59,'=x\r\n")).toBe(true);
  });
});

it("holds no formula for readers that split at commas, semicolons or tabs", () => {
  const text = fc.string({ unit: fc.constantFrom(...`;;\t|,"'=+-@＝ \u00a0\va\r\n`), maxLength: 12 });
  fc.assert(
    fc.property(text, text, fc.constantFrom(",", ";", "\t"), (first, last, separator) => {
      const file = `${[first, 7, last].map(csvCell).join(",")}\r\n`;
      const formulas = readLeniently(file, separator).filter((cell) => /^\s*[=+\-@＝]/.test(cell));
      expect(formulas).toEqual([]);
    }),
    { numRuns: 20_000 },
  );
});

describe("jsonChunks", () => {
  it.each([0, 50, 51])("writes %i rows as one valid list", (length) => {
    const rows = Array.from({ length }, (_, id) => ({ id, name: `"${id}"\n` }));
    const chunks = [...jsonChunks(rows, (row) => row)];
    expect(JSON.parse(textOf(chunks))).toEqual(rows);
    expect(chunks.at(-1)?.rowsDone).toBe(length);
  });

  it("stays valid for values that JSON can't represent", () => {
    expect(JSON.parse(textOf(jsonChunks([1, 2], () => undefined)))).toEqual([null, null]);
  });
});

it("createRowMapper uses headers as keys, including unusual ones", () => {
  const columns = ["Name", "__proto__"].map((header, at) => ({ header, text: () => at }));
  const made = createRowMapper(columns)("row");
  expect(JSON.stringify(made)).toBe('{"Name":0,"__proto__":1}');
});

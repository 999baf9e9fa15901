import { describe, expect, it } from "vitest";
import type { FileChunk } from "./file-chunk";
import { createRowMapper, jsonChunks } from "./json-file";

const textOf = (chunks: Iterable<FileChunk>) => [...chunks].map(({ text }) => text).join("");

describe("jsonChunks", () => {
  it.each([0, 1, 49, 50, 51, 120])("writes %i rows as one valid list", (length) => {
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

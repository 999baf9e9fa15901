import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { readZip } from "@/testing/read-zip";
import { crc32 } from "./crc32";
import { canCreateFile, createExportFile, EXPORT_FORMATS } from "./export-files";

const TABLE = {
  title: "Sign-ups (é, Ж) \\ 2026",
  generatedAt: "2026-11-21T03:00:00Z",
  columns: ["Week", "Visitors", "Conversions"],
  rows: [
    { label: 'W45, "short"', values: [900, 30] },
    { label: "W46 <&>", values: [1_200, 41] },
  ],
};
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function createFile(format: string): Promise<Buffer> {
  return Buffer.from(await createExportFile(format, TABLE));
}

it("writes all formats except videos", async () => {
  expect(EXPORT_FORMATS.filter((format) => !canCreateFile(format))).toEqual(["video/webm", "video/mp4"]);
  await expect(createExportFile("video/mp4", TABLE)).rejects.toThrow(RangeError);
});

it.each([
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/gif", "GIF89a"],
  ["application/pdf", "%PDF-1.4\n"],
  [XLSX, "PK\x03\x04"],
])("starts files of %s with its signature", async (format, signature) => {
  expect((await createFile(format)).toString("latin1").startsWith(signature)).toBe(true);
});

it("writes PNG images with valid checksums and the declared number of pixels", async () => {
  expect(crc32(Buffer.from("123456789"))).toBe(0xcbf43926);
  const file = await createFile("image/png");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
    chunks.set(file.toString("latin1", at + 4, at + 8), file.subarray(at + 8, end));
    at = end + 4;
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
  expect(inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0))).toHaveLength((width + 1) * height);
});

it("writes a PDF cross-reference table with the offsets of its objects", async () => {
  const file = (await createFile("application/pdf")).toString("latin1");
  const table = file.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]));
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets).toHaveLength(7);
  for (const [index, offset] of offsets.entries())
    expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
});

it("escapes special characters of PDF strings and replaces characters that its fonts lack", async () => {
  const file = (await createFile("application/pdf")).toString("latin1");
  expect(file).toContain("(Sign-ups \\(é, ?\\) \\\\ 2026) Tj");
});

it("writes an XLSX container whose parts refer to each other, with the escaped rows in its sheet", async () => {
  const parts = await readZip(new Blob([await createExportFile(XLSX, TABLE)]));
  expect(parts.get("_rels/.rels")).toContain('Target="xl/workbook.xml"');
  expect(parts.get("xl/_rels/workbook.xml.rels")).toContain('Target="worksheets/sheet1.xml"');
  expect(parts.get("xl/worksheets/sheet1.xml")).toContain(
    "W46 &lt;&amp;&gt;</t></is></c><c><v>1200</v></c><c><v>41</v></c></row>",
  );
});

it("quotes CSV cells when needed", async () => {
  expect((await createFile("text/csv")).toString("utf8")).toBe(
    'Week,Visitors,Conversions\r\n"W45, ""short""",900,30\r\nW46 <&>,1200,41\r\n',
  );
});

it("keys JSON rows by column", async () => {
  expect(JSON.parse((await createFile("application/json")).toString("utf8"))).toMatchObject({
    results: [
      { Week: 'W45, "short"', Visitors: 900, Conversions: 30 },
      { Week: "W46 <&>", Visitors: 1_200, Conversions: 41 },
    ],
  });
});

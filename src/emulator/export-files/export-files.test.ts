import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BAR, GRID, PALETTE, TEXT } from "./bar-picture";
import { crc32 } from "./crc32";
import { canCreateFile, createExportFile, EXPORT_FORMATS, getExtension } from "./export-files";

const TABLE = {
  title: "Sign-ups (é, Ж) \\ 2026",
  generatedAt: "2026-11-21T03:00:00Z",
  columns: ["Week", "Visitors", "Conversions"],
  rows: [
    { label: 'W45, "short"', values: [900, 30] },
    { label: "W46 <&>", values: [1_200, 41] },
    { label: "W47", values: [0, 0] },
  ],
};
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function createFile(format: string): Promise<Buffer> {
  return Buffer.from(await createExportFile(format, TABLE));
}

/** Returns the chunks of a PNG after verifying their checksums. */
function pngChunks(file: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.subarray(0, 4).toString("latin1"), body.subarray(4));
    at += 12 + length;
  }
  return chunks;
}

/**
 * Returns the parts of a zip with stored files. Finds them through the central directory, as zip
 * readers do.
 */
function zipParts(file: Buffer): Map<string, string> {
  const end = file.length - 22;
  expect(file.readUInt32LE(end)).toBe(0x06054b50);
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    expect(file.readUInt32LE(at)).toBe(0x02014b50);
    const size = file.readUInt32LE(at + 24);
    const nameLength = file.readUInt16LE(at + 28);
    const local = file.readUInt32LE(at + 42);
    expect(file.readUInt32LE(local)).toBe(0x04034b50);
    const data = file.subarray(local + 30 + nameLength, local + 30 + nameLength + size);
    expect(file.readUInt32LE(at + 16)).toBe(crc32(data));
    parts.set(file.toString("utf8", at + 46, at + 46 + nameLength), data.toString("utf8"));
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return parts;
}

describe("export files", () => {
  it("are written for all formats except videos", () => {
    expect(EXPORT_FORMATS.filter((format) => !canCreateFile(format))).toEqual(["video/webm", "video/mp4"]);
    expect(EXPORT_FORMATS.map(getExtension)).toEqual([
      "png",
      "pdf",
      "csv",
      "xlsx",
      "json",
      "gif",
      "webm",
      "mp4",
    ]);
  });

  it("are refused for videos", async () => {
    await expect(createExportFile("video/mp4", TABLE)).rejects.toThrow(RangeError);
  });

  it("have the CRC-32 of the standard check string", () => {
    expect(crc32(Buffer.from("123456789"))).toBe(0xcbf43926);
  });

  it("have the same bytes for the same table", async () => {
    for (const format of EXPORT_FORMATS.filter(canCreateFile)) {
      expect(await createFile(format)).toEqual(await createFile(format));
    }
  });
});

describe("PNG", () => {
  it("has the signature, valid checksums, the declared number of pixels, and bars", async () => {
    const file = await createFile("image/png");
    expect(file.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    const chunks = pngChunks(file);
    expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
    const header = chunks.get("IHDR") ?? Buffer.alloc(0);
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
    const lines = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
    expect(lines).toHaveLength((width + 1) * height);
    for (let y = 0; y < height; y++) expect(lines[y * (width + 1)]).toBe(0);
    for (const color of [GRID, BAR, TEXT]) expect(lines).toContain(color);
    expect(lines.every((index) => index < PALETTE.length)).toBe(true);
  });
});

describe("GIF", () => {
  it("has frames whose codes decode to every pixel, and a trailer", async () => {
    const file = await createFile("image/gif");
    expect(file.toString("latin1", 0, 6)).toBe("GIF89a");
    const [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)];
    let at = 13 + 3 * 128 + 19;
    let frames = 0;
    while (file[at] === 0x21) {
      expect(file[at + 8]).toBe(0x2c);
      at += 8 + 11;
      const codes: number[] = [];
      for (let size = file[at] ?? 0; size > 0; size = file[at] ?? 0) {
        codes.push(...file.subarray(at + 1, at + 1 + size));
        at += 1 + size;
      }
      at += 1;
      expect(codes.at(-1)).toBe(129);
      // Code 128 clears the table. Between two clears, there are fewer than 256 entries, so 8 bits suffice.
      const runs = codes.slice(0, -1).join(",").split("128,").slice(1);
      expect(Math.max(...runs.map((run) => run.split(",").length))).toBeLessThanOrEqual(126);
      expect(codes.filter((code) => code < 128)).toHaveLength(width * height);
      frames += 1;
    }
    expect(frames).toBe(3);
    expect(file.subarray(at)).toEqual(Buffer.from([0x3b]));
  });
});

describe("PDF", () => {
  it("has a cross-reference table with the offsets of its objects, and the right stream length", async () => {
    const file = (await createFile("application/pdf")).toString("latin1");
    expect(file.startsWith("%PDF-1.4\n")).toBe(true);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    expect(file.slice(start, start + 9)).toBe("xref\n0 8\n");
    const entries = file.slice(start + 9, start + 9 + 8 * 20).match(/.{18} \n/g) ?? [];
    expect(entries).toHaveLength(8);
    entries.slice(1).forEach((entry, index) => {
      expect(file.slice(Number(entry.slice(0, 10))).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    });
    const stream = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(file);
    expect(stream?.[2]).toHaveLength(Number(stream?.[1]));
  });

  it("escapes special characters of PDF strings and replaces characters that its fonts lack", async () => {
    const file = (await createFile("application/pdf")).toString("latin1");
    expect(file).toContain("(Sign-ups \\(é, ?\\) \\\\ 2026) Tj");
  });
});

describe("XLSX", () => {
  it("is a container whose parts refer to each other, with the rows in its sheet", async () => {
    const parts = zipParts(await createFile(XLSX));
    expect([...parts.keys()]).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/workbook.xml",
      "xl/_rels/workbook.xml.rels",
      "xl/worksheets/sheet1.xml",
    ]);
    expect(parts.get("_rels/.rels")).toContain('Target="xl/workbook.xml"');
    const sheet = parts.get("xl/worksheets/sheet1.xml");
    expect(sheet).toContain("W46 &lt;&amp;&gt;</t></is></c><c><v>1200</v></c><c><v>41</v></c></row>");
  });
});

describe("CSV and JSON", () => {
  it("quotes cells when needed", async () => {
    expect((await createFile("text/csv")).toString("utf8")).toBe(
      'Week,Visitors,Conversions\r\n"W45, ""short""",900,30\r\nW46 <&>,1200,41\r\nW47,0,0\r\n',
    );
  });

  it("keys rows by column", async () => {
    expect(JSON.parse((await createFile("application/json")).toString("utf8"))).toEqual({
      title: TABLE.title,
      generated_at: TABLE.generatedAt,
      results: [
        { Week: 'W45, "short"', Visitors: 900, Conversions: 30 },
        { Week: "W46 <&>", Visitors: 1_200, Conversions: 41 },
        { Week: "W47", Visitors: 0, Conversions: 0 },
      ],
    });
  });
});

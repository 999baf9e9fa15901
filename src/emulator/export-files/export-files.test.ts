import { expect, it } from "vitest";
import { canCreateFile, EXPORT_FORMATS, readExportFile } from "./export-files";

const TABLE = {
  title: "Sign-ups",
  generatedAt: "2026-11-21T03:00:00Z",
  columns: ["Week", "Visitors", "Conversions"],
  rows: [
    { label: 'W45, "short"', values: [900, 30] },
    { label: "W46 <&>", values: [1_200, 41] },
  ],
};

it.each([
  ["image/png", /^.PNG\r\n/],
  ["image/gif", /^GIF89a/],
  ["application/pdf", /^%PDF-1\.4\n[^]*%%EOF\n$/],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", /^PK/],
  ["text/csv", /^Week,Visitors,Conversions\r\n"W45, ""short""",900,30\r\nW46 <&>,1200,41\r\n$/],
  ["application/json", /"Week": "W46 <&>",\s+"Visitors": 1200,\s+"Conversions": 41/],
])("has a file of %s", async (format, content) => {
  expect(Buffer.from(await readExportFile(format, TABLE)).toString("latin1")).toMatch(content);
});

it("has files of all formats except videos", async () => {
  expect(EXPORT_FORMATS.filter((format) => !canCreateFile(format))).toEqual(["video/webm", "video/mp4"]);
  await expect(readExportFile("video/mp4", TABLE)).rejects.toThrow(RangeError);
});

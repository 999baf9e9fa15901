import { expect, it } from "vitest";
import * as z from "zod/mini";
import { getExport } from "@/api/exports";
import { exportFileName } from "./export-transfer";

function named(filename: string | null, format: string): string {
  const body = { id: 7, export_format: format, filename };
  const reading = getExport.response.kind === "json" ? getExport.response.parse(body) : z.NEVER;
  if (!reading.ok) throw new Error("not read");
  return exportFileName(reading.value);
}

it.each([
  ["export-weekly.png", "image/png", "export-weekly.png"],
  ["Weekly.PNG", "image/png", "Weekly.png"],
  [null, "application/pdf", "export-7.pdf"],
  ["   ", "text/csv", "export-7.csv"],
  ["report", "text/csv; charset=utf-8", "report.csv"],
  ["report.v2", "text/csv", "report.v2.csv"],
  ["photo.jpeg", "image/jpeg", "photo.jpeg"],
  // An image always gets an image extension.
  ["invoice.exe", "image/png", "invoice.exe.png"],
  ["invoice.png.exe", "image/png", "invoice.png.exe.png"],
  ["page.html", "text/html", "page.html.bin"],
  ["table.parquet", "application/x-parquet", "table.parquet"],
  ["report.xml", "application/xml", "report.xml.txt"],
  ["page.XML", "text/html", "page.XML.txt"],
  ["drawing.svg.xml", "image/svg+xml", "drawing.svg.xml.txt"],
  ["feed.xhtml", "application/xhtml+xml", "feed.xhtml.bin"],
  ["run.sh", "application/x-parquet", "run.sh.bin"],
  ["../../etc/passwd", "text/csv", "-..-etc-passwd.csv"],
  ["drive:\\folder\\con.csv", "text/csv", "drive-folder-con.csv"],
  ["nul.json", "application/json", "_nul.json"],
  ["a\u202Egnp.exe\r\nX: y.png", "image/png", "agnp.exe X- y.png"],
  [".htaccess", "text/csv", "htaccess.csv"],
  [".csv", "text/csv", "download.csv"],
  ["x.", "text/csv", "x.csv"],
])("the name %j of a %s is saved as %j", (filename, format, name) => {
  expect(named(filename, format)).toBe(name);
});

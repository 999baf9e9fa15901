import type { Bytes, ExportTable } from "./export-table";
import { createZip } from "./zip";

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const FORMATS = "http://schemas.openxmlformats.org";
const RELATIONS = `${FORMATS}/officeDocument/2006/relationships`;
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function toCellXml(value: string | number): string {
  return typeof value === "number"
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
}

function toSheetXml(table: ExportTable): string {
  const rows = [table.columns, ...table.rows.map((row) => [row.label, ...row.values])];
  const data = rows.map((cells) => `<row>${cells.map(toCellXml).join("")}</row>`).join("");
  return `<worksheet xmlns="${FORMATS}/spreadsheetml/2006/main"><sheetData>${data}</sheetData></worksheet>`;
}

function toRelationshipXml(kind: string, target: string): string {
  return `<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/${kind}" Target="${target}"/></Relationships>`;
}

/**
 * Creates a workbook with one sheet. The workbook has only the parts that spreadsheet programs
 * require (ECMA-376).
 */
export function createXlsx(table: ExportTable): Bytes {
  const parts: readonly (readonly [string, string])[] = [
    [
      "[Content_Types].xml",
      `<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    ],
    ["_rels/.rels", toRelationshipXml("officeDocument", "xl/workbook.xml")],
    [
      "xl/workbook.xml",
      `<workbook xmlns="${FORMATS}/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    ["xl/_rels/workbook.xml.rels", toRelationshipXml("worksheet", "worksheets/sheet1.xml")],
    ["xl/worksheets/sheet1.xml", toSheetXml(table)],
  ];
  return createZip(parts.map(([path, text]) => ({ path, text: XML_DECLARATION + text })));
}

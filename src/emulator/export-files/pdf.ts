import { type Bytes, type ExportTable, getChartValues } from "./export-table";

const PAGE = { width: 595, height: 842 } as const;

/**
 * Encodes text as a PDF string. Replaces characters outside printable Latin-1 with "?", because the
 * file stores each character as one byte.
 */
function pdfString(text: string): string {
  const latin = text.replace(/[^\x20-\x7e\xa0-\xff]/g, "?");
  return `(${latin.replace(/[\\()]/g, (letter) => `\\${letter}`)})`;
}

/** Returns text such as "2026-11-21 03:00 UTC" for an ISO 8601 date in UTC. */
function formatUtcMinute(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

function textCommand(text: string, font: string, size: number, x: number, y: number): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td ${pdfString(text)} Tj ET`;
}

function barCommands(values: readonly number[]): readonly string[] {
  const highest = Math.max(1, ...values);
  const step = 495 / Math.max(1, values.length);
  return values.map((value, index) => {
    const x = (50 + step * (index + 0.15)).toFixed(1);
    return `${x} 520 ${(step * 0.7).toFixed(1)} ${((200 * value) / highest).toFixed(1)} re f`;
  });
}

function createPageContent(table: ExportTable): string {
  const rows = [table.columns, ...table.rows.map((row) => [row.label, ...row.values.map(String)])];
  return [
    textCommand(table.title, "F2", 18, 50, 780),
    textCommand(`Generated ${formatUtcMinute(table.generatedAt)}`, "F1", 9, 50, 762),
    "0.13 0.42 0.77 rg",
    ...barCommands(getChartValues(table)),
    "0 0 0 rg",
    ...rows.flatMap((cells, index) =>
      cells.map((cell, column) =>
        textCommand(cell, index ? "F1" : "F2", 10, 50 + column * 130, 490 - index * 18),
      ),
    ),
  ].join("\n");
}

function createObjects(table: ExportTable): readonly string[] {
  const content = createPageContent(table);
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  return [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title ${pdfString(table.title)} /Producer (Environs emulator) >>`,
  ];
}

export function createPdf(table: ExportTable): Bytes {
  let file = "%PDF-1.4\n";
  const offsets = createObjects(table).map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const xref = file.length;
  // Each entry has 20 bytes including its line ending, because readers compute the offsets of entries.
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = offsets.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R /Info ${size - 1} 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  // The file is in Latin-1, where each character is a byte.
  return Uint8Array.from(file, (letter) => letter.charCodeAt(0));
}

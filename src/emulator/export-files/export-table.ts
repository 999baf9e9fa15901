/** The content of an exported file. The first column is text, and the others are numbers. */
export interface ExportTable {
  readonly title: string;
  /** ISO 8601 in UTC. */
  readonly generatedAt: string;
  readonly columns: readonly string[];
  readonly rows: readonly ExportTableRow[];
}

export interface ExportTableRow {
  readonly label: string;
  readonly values: readonly number[];
}

/** Bytes that a `Response` and a `CompressionStream` accept. */
export type Bytes = Uint8Array<ArrayBuffer>;

export function encodeUtf8(text: string): Bytes {
  // Copied, because the encoder's result may use any kind of buffer.
  return new Uint8Array(new TextEncoder().encode(text));
}

export function concatBytes(pieces: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}

/** Returns the first numeric column. Charts show it. */
export function getChartValues(table: ExportTable): readonly number[] {
  return table.rows.map((row) => row.values[0] ?? 0);
}

export function getChartPoints(
  table: ExportTable,
): readonly { readonly label: string; readonly value: number }[] {
  return table.rows.map(({ label, values: [value = 0] }) => ({ label, value }));
}

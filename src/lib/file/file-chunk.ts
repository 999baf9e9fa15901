export interface FileChunk {
  readonly text: string;
  /** Number of rows written so far, including this chunk. */
  readonly rowsDone: number;
}

/** A column of an exported file. `text` returns null for an empty cell. */
export interface FileColumn<Row> {
  readonly header: string;
  text(row: Row): string | number | null;
}

/** Small enough for one time slice, even when cells are expensive. */
const ROWS_PER_CHUNK = 50;

export function* chunkRanges(length: number): Generator<{ readonly from: number; readonly to: number }> {
  for (let from = 0; from < length; from += ROWS_PER_CHUNK) {
    yield { from, to: Math.min(from + ROWS_PER_CHUNK, length) };
  }
}

/** The browser reads the file some time after the click and doesn't report when it is done. */
const REVOKE_AFTER_MS = 60_000;

export function downloadBlob(file: Blob, name: string): void {
  const objectUrl = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = objectUrl;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(objectUrl), REVOKE_AFTER_MS);
}

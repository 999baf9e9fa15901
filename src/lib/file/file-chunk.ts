/** A piece of a file that is written row after row. */
export interface FileChunk {
  readonly text: string;
  /** Rows that are written with this piece and those before it. */
  readonly rowsDone: number;
}

/** A column of a file: a number stays a number, null is an empty cell. */
export interface FileColumn<Row> {
  readonly header: string;
  readonly text: (row: Row) => string | number | null;
}

/** Rows of one piece: few, so that also slow cells stay within a slice of work. */
const ROWS_PER_CHUNK = 50;

/** Where the pieces of a list of rows begin and end. */
export function* chunkRanges(length: number): Generator<{ readonly from: number; readonly to: number }> {
  for (let from = 0; from < length; from += ROWS_PER_CHUNK) {
    yield { from, to: Math.min(from + ROWS_PER_CHUNK, length) };
  }
}

import Papa from "papaparse";

export interface CsvLimits {
  /** Includes the header row. */
  readonly maxRows: number;
  readonly maxColumns: number;
  /** In characters. Longer cells are truncated. */
  readonly maxCellLength: number;
}

export interface CsvData {
  readonly rows: readonly (readonly string[])[];
  /** Whether columns were left out, or cells shortened. */
  readonly isTruncated: boolean;
  /** Whether text follows the last row. */
  readonly hasMore: boolean;
}

/**
 * Parses the first rows of a CSV text.
 * @param isIncomplete whether the text may end within a row, which is then dropped
 */
export function parseCsv(csv: string, limits: CsvLimits, isIncomplete: boolean): CsvData {
  // The `sep=` line isn't part of the data.
  const text = csv.replace(/^sep=.\r?\n/, "");
  const delimiter = detectDelimiter(csv.slice(0, SAMPLE_LENGTH));
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: limits.maxRows + 1 });
  // The text after a line break at the end is an empty row.
  const isLastEmpty = /[\r\n]$/.test(text) && data.at(-1)?.join() === "";
  const complete = isLastEmpty || (isIncomplete && data.length <= limits.maxRows) ? data.slice(0, -1) : data;
  let isTruncated = false;
  const rows = complete.slice(0, limits.maxRows).map((row) => {
    isTruncated ||= row.length > limits.maxColumns || row.some((cell) => cell.length > limits.maxCellLength);
    return row.slice(0, limits.maxColumns).map((cell) => cell.slice(0, limits.maxCellLength));
  });
  return { rows, isTruncated, hasMore: complete.length > limits.maxRows };
}

const DELIMITERS = [",", ";", "\t", "|"];
/** In characters. */
const SAMPLE_LENGTH = 16_384;
const SAMPLE_LINES = 20;

/**
 * Detects the delimiter of a CSV text. Chooses the candidate whose count in the first line recurs in the most lines.
 * Defaults to a comma. A first line such as `sep=;`, a convention of Excel, takes precedence.
 */
function detectDelimiter(sample: string): string {
  const declared = /^sep=(.)\r?\n/.exec(sample)?.[1];
  if (declared !== undefined) return declared;
  // Quoted text may contain delimiters and line breaks.
  const lines = sample
    .replace(/"(?:[^"]|"")*(?:"|$)/g, "")
    .split(/\r\n|\r|\n/)
    .slice(0, SAMPLE_LINES)
    .filter((line) => line !== "");
  const scores = DELIMITERS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const [inFirst = 0] = counts;
    return inFirst === 0 ? 0 : counts.filter((count) => count === inFirst).length + inFirst / 1_000;
  });
  const best = Math.max(...scores);
  return (best > 0 && DELIMITERS[scores.indexOf(best)]) || ",";
}

export interface CsvLimits {
  /** Includes the header row. */
  readonly maxRows: number;
  readonly maxColumns: number;
  /** In characters. Longer cells are truncated. */
  readonly maxCellLength: number;
}

export interface CsvReader {
  /** Parses the next chunk. Returns true when `maxRows` is reached. */
  readonly push: (text: string) => boolean;
  /**
   * Finishes parsing. `isIncomplete` drops the last row unless it ends with a line break, because the file may be
   * truncated.
   */
  readonly end: (isIncomplete: boolean) => CsvData;
}

export interface CsvData {
  readonly rows: readonly (readonly string[])[];
  readonly delimiter: string;
  readonly isTruncated: boolean;
  readonly hasMore: boolean;
}

const QUOTE = '"';
const DELIMITERS = [",", ";", "\t", "|"];
/** In characters. */
const SAMPLE_LENGTH = 16_384;
const SAMPLE_LINES = 20;

/**
 * Detects the delimiter of a CSV text. Chooses the candidate whose count in the first line recurs
 * in the most lines. Defaults to a comma. A first line such as `sep=;`, a convention of Excel,
 * takes precedence.
 */
export function detectDelimiter(sample: string): string {
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

type ReaderState = "start" | "plain" | "quoted" | "quote";

/**
 * Creates an incremental CSV reader (RFC 4180) that accepts any line ending and rows of different
 * lengths. An unclosed quoted cell extends to the end of the text. Streaming CSV libraries require
 * rows of equal length, or use `eval`, which the CSP forbids.
 */
export function createCsvReader(limits: CsvLimits): CsvReader {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let state: ReaderState = "start";
  let delimiter: string | null = null;
  let buffered = "";
  let isTruncated = false;
  let isAfterCarriageReturn = false;
  let hasMore = false;

  function addText(text: string) {
    const room = limits.maxCellLength - cell.length;
    if (text.length > room) isTruncated = true;
    if (room > 0) cell += text.slice(0, room);
  }

  function endCell() {
    if (row.length < limits.maxColumns) row.push(cell);
    else isTruncated = true;
    cell = "";
    state = "start";
  }

  function endRow() {
    endCell();
    rows.push(row);
    row = [];
  }

  function consumeRun(text: string, at: number, separator: string): number {
    let end = at;
    if (state === "quoted") {
      end = text.indexOf(QUOTE, at);
      if (end < 0) end = text.length;
    } else {
      for (; end < text.length; end += 1) {
        const character = text[end];
        if (character === separator || character === "\n" || character === "\r") break;
      }
    }
    if (end > at) addText(text.slice(at, end));
    return end;
  }

  function consumeQuote() {
    if (state === "quote") addText(QUOTE);
    state = state === "quoted" ? "quote" : "quoted";
  }

  function consumeSeparator(character: string, separator: string) {
    if (character === separator) return endCell();
    if (character === "\n" || character === "\r") {
      isAfterCarriageReturn = character === "\r";
      return endRow();
    }
    // Text after a closing quote is invalid in RFC 4180, but common.
    addText(character);
    state = "plain";
  }

  function read(text: string, separator: string) {
    let at = 0;
    while (at < text.length && rows.length < limits.maxRows) {
      const character = text.charAt(at);
      const isSecondOfEnd = isAfterCarriageReturn && character === "\n";
      isAfterCarriageReturn = false;
      const isQuote = character === QUOTE && state !== "plain";
      const endsCell = character === separator || character === "\n" || character === "\r";
      if (isSecondOfEnd) at += 1;
      else if (isQuote) {
        consumeQuote();
        at += 1;
      } else if (state === "quoted" || (state !== "quote" && !endsCell)) {
        if (state === "start") state = "plain";
        at = consumeRun(text, at, separator);
      } else {
        consumeSeparator(character, separator);
        at += 1;
      }
    }
    noteRemainder(text.slice(at));
  }

  /** Sets `hasMore`, unless the rest is only the LF of a CRLF. */
  function noteRemainder(rest: string) {
    if (rest !== "" && !(isAfterCarriageReturn && rest === "\n")) hasMore = true;
  }

  function readBuffered(): string {
    const found = detectDelimiter(buffered.slice(0, SAMPLE_LENGTH));
    delimiter = found;
    // The `sep=` line isn't part of the data.
    read(buffered.replace(/^sep=.(?:\r\n|\n)/, ""), found);
    buffered = "";
    return found;
  }

  return {
    push(text) {
      if (delimiter === null) {
        buffered += text;
        if (buffered.length >= SAMPLE_LENGTH) readBuffered();
      } else read(text, delimiter);
      return rows.length >= limits.maxRows;
    },
    end(isIncomplete) {
      const separator = delimiter ?? readBuffered();
      const hasPartialRow = state !== "start" || row.length > 0;
      if (hasPartialRow && !isIncomplete && rows.length < limits.maxRows) endRow();
      return { rows, delimiter: separator, isTruncated, hasMore };
    },
  };
}

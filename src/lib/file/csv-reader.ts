/** How much of a CSV text is kept. */
export interface CsvLimits {
  /** Lines, the first one among them. */
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Characters of one cell; what follows is left out. */
  readonly maxCellLength: number;
}

/** Reads a CSV text that comes in pieces. */
export interface CsvReader {
  /** Takes the next piece. True once all lines that are wanted are there: the rest need not be fetched. */
  readonly push: (text: string) => boolean;
  /**
   * Tells that nothing follows, and gives the lines. `isCut`: the text broke off, so that its last line is left out
   * unless it has ended.
   */
  readonly end: (isIncomplete: boolean) => CsvData;
}

/** The lines of a CSV text. */
export interface CsvData {
  readonly rows: readonly (readonly string[])[];
  /** The sign between cells. */
  readonly delimiter: string;
  /** Whether a cell or a line was too long and something of it is left out. */
  readonly isTruncated: boolean;
  /** Whether text stood behind the lines that were wanted. */
  readonly hasMore: boolean;
}

const QUOTE = '"';
const DELIMITERS = [",", ";", "\t", "|"];
/** Characters by which the delimiter is guessed. */
const SAMPLE_LENGTH = 16_384;
/** Lines by which it is guessed. */
const SAMPLE_LINES = 20;

/**
 * The sign that separates cells, by the beginning of a text: the one that stands in most lines equally often. A first
 * line `sep=;` says it, as Excel writes.
 */
export function detectDelimiter(sample: string): string {
  const declared = /^sep=(.)\r?\n/.exec(sample)?.[1];
  if (declared !== undefined) return declared;
  // What stands in quotes separates nothing.
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

/** Where the reader stands: before a cell, in a plain one, in quotes, behind a quote within quotes. */
type ReaderState = "start" | "plain" | "quoted" | "quote";

/**
 * Reads CSV (RFC 4180) as it comes: lines of any length end, and rows may differ in length. A quote that is never closed
 * takes the rest into its cell. Libraries that stream need rows of one length, or code made at run time.
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

  /** Takes what needs no look at each letter: text up to the next sign that means something. */
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

  /** A quote opens a cell, closes it, or is the second of two that stand for one. */
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
    // Behind a closing quote: not what RFC 4180 allows, but what people write.
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

  /** What is left of a text: all but the second sign of the last line's end. */
  function noteRemainder(rest: string) {
    if (rest !== "" && !(isAfterCarriageReturn && rest === "\n")) hasMore = true;
  }

  function readBuffered(): string {
    const found = detectDelimiter(buffered.slice(0, SAMPLE_LENGTH));
    delimiter = found;
    // The line that names the delimiter is none of the table's.
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

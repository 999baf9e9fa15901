/** How much of a CSV text is kept. */
export interface CsvLimits {
  /** Lines, the first one among them. */
  readonly rows: number;
  readonly columns: number;
  /** Characters of one cell; what follows is left out. */
  readonly letters: number;
}

/** Reads a CSV text that comes in pieces. */
export interface CsvReader {
  /** Takes the next piece. True once all lines that are wanted are there: the rest need not be fetched. */
  readonly push: (text: string) => boolean;
  /**
   * Tells that nothing follows, and gives the lines. `isCut`: the text broke off, so that its last line is left out
   * unless it has ended.
   */
  readonly end: (isCut: boolean) => CsvLines;
}

/** The lines of a CSV text. */
export interface CsvLines {
  readonly rows: readonly (readonly string[])[];
  /** The sign between cells. */
  readonly delimiter: string;
  /** Whether a cell or a line was too long and something of it is left out. */
  readonly isShortened: boolean;
  /** Whether text stood behind the lines that were wanted. */
  readonly hasMore: boolean;
}

const QUOTE = '"';
const DELIMITERS = [",", ";", "\t", "|"];
/** Characters by which the delimiter is guessed. */
const SAMPLE = 16_384;
/** Lines by which it is guessed. */
const SAMPLE_LINES = 20;

/**
 * The sign that separates cells, by the beginning of a text: the one that stands in most lines equally often. A first
 * line `sep=;` says it, as Excel writes.
 */
export function delimiterOf(sample: string): string {
  const said = /^sep=(.)\r?\n/.exec(sample)?.[1];
  if (said !== undefined) return said;
  // What stands in quotes separates nothing.
  const lines = sample
    .replace(/"(?:[^"]|"")*(?:"|$)/g, "")
    .split(/\r\n|\r|\n/)
    .slice(0, SAMPLE_LINES)
    .filter((line) => line !== "");
  const scores = DELIMITERS.map((sign) => {
    const counts = lines.map((line) => line.split(sign).length - 1);
    const [inFirst = 0] = counts;
    return inFirst === 0 ? 0 : counts.filter((count) => count === inFirst).length + inFirst / 1_000;
  });
  const best = Math.max(...scores);
  return (best > 0 && DELIMITERS[scores.indexOf(best)]) || ",";
}

/** Where the reader stands: before a cell, in a plain one, in quotes, behind a quote within quotes. */
type State = "start" | "plain" | "quoted" | "quote";

/**
 * Reads CSV (RFC 4180) as it comes: lines of any length end, and rows may differ in length. A quote that is never closed
 * takes the rest into its cell. Libraries that stream need rows of one length, or code made at run time.
 */
export function createCsvReader(limits: CsvLimits): CsvReader {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let state: State = "start";
  let delimiter: string | null = null;
  let waiting = "";
  let isShortened = false;
  let isAfterReturn = false;
  let hasMore = false;

  function addText(text: string) {
    const room = limits.letters - cell.length;
    if (text.length > room) isShortened = true;
    if (room > 0) cell += text.slice(0, room);
  }

  function endCell() {
    if (row.length < limits.columns) row.push(cell);
    else isShortened = true;
    cell = "";
    state = "start";
  }

  function endRow() {
    endCell();
    rows.push(row);
    row = [];
  }

  /** Takes what needs no look at each letter: text up to the next sign that means something. */
  function takeRun(text: string, at: number, sign: string): number {
    let end = at;
    if (state === "quoted") {
      end = text.indexOf(QUOTE, at);
      if (end < 0) end = text.length;
    } else {
      for (; end < text.length; end += 1) {
        const letter = text[end];
        if (letter === sign || letter === "\n" || letter === "\r") break;
      }
    }
    if (end > at) addText(text.slice(at, end));
    return end;
  }

  /** A quote opens a cell, closes it, or is the second of two that stand for one. */
  function takeQuote() {
    if (state === "quote") addText(QUOTE);
    state = state === "quoted" ? "quote" : "quoted";
  }

  function takeSign(letter: string, sign: string) {
    if (letter === sign) return endCell();
    if (letter === "\n" || letter === "\r") {
      isAfterReturn = letter === "\r";
      return endRow();
    }
    // Behind a closing quote: not what RFC 4180 allows, but what people write.
    addText(letter);
    state = "plain";
  }

  function read(text: string, sign: string) {
    let at = 0;
    while (at < text.length && rows.length < limits.rows) {
      const letter = text.charAt(at);
      const isSecondOfEnd = isAfterReturn && letter === "\n";
      isAfterReturn = false;
      const isQuote = letter === QUOTE && state !== "plain";
      const endsCell = letter === sign || letter === "\n" || letter === "\r";
      if (isSecondOfEnd) at += 1;
      else if (isQuote) {
        takeQuote();
        at += 1;
      } else if (state === "quoted" || (state !== "quote" && !endsCell)) {
        if (state === "start") state = "plain";
        at = takeRun(text, at, sign);
      } else {
        takeSign(letter, sign);
        at += 1;
      }
    }
    noteRest(text.slice(at));
  }

  /** What is left of a text: all but the second sign of the last line's end. */
  function noteRest(rest: string) {
    if (rest !== "" && !(isAfterReturn && rest === "\n")) hasMore = true;
  }

  function begin(): string {
    const found = delimiterOf(waiting.slice(0, SAMPLE));
    delimiter = found;
    // The line that names the delimiter is none of the table's.
    read(waiting.replace(/^sep=.(?:\r\n|\n)/, ""), found);
    waiting = "";
    return found;
  }

  return {
    push(text) {
      if (delimiter === null) {
        waiting += text;
        if (waiting.length >= SAMPLE) begin();
      } else read(text, delimiter);
      return rows.length >= limits.rows;
    },
    end(isCut) {
      const sign = delimiter ?? begin();
      const hasRest = state !== "start" || row.length > 0;
      if (hasRest && !isCut && rows.length < limits.rows) endRow();
      return { rows, delimiter: sign, isShortened, hasMore };
    },
  };
}

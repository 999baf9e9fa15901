/** What a fault says about pages of lists. */
export interface ListFaultSetting {
  readonly kind: string;
  /** For `limit-cap`. */
  readonly limit?: number;
  /** For `repeat-rows`. */
  readonly rows?: number;
  /** For `wrong-count`: either what lists say, or how far that is from the truth. */
  readonly count?: number;
  readonly by?: number;
  /** Hits only pages of lists whose offset is at least this, and below `toOffset`. Goes with every kind. */
  readonly fromOffset?: number;
  readonly toOffset?: number;
}

/** What a page is made of. */
interface PageWindow {
  readonly limit: number;
  readonly offset: number;
  readonly count: number;
}

/** A page as faults leave it. */
interface FaultyPage {
  readonly limit: number;
  /** What the answer says; its links follow it, as where a server works them out from its count. */
  readonly count: number;
  /** So many of its first rows give way to the last ones of the page before. */
  readonly repeated: number;
}

const DEFAULT_LIMIT_CAP = 10;
const DEFAULT_REPEATED_ROWS = 7;

function isWholeNumber(value: number | undefined, min: number): boolean {
  return value === undefined || (Number.isSafeInteger(value) && value >= min);
}

/** Throws a RangeError for numbers that no list can have. */
export function checkListFault({
  kind,
  limit,
  rows,
  count,
  by,
  fromOffset,
  toOffset,
}: ListFaultSetting): void {
  if (!isWholeNumber(limit, 1) || !isWholeNumber(rows, 1)) throw new RangeError("a page has one row or more");
  if (!isWholeNumber(count, 0)) throw new RangeError("a count is a whole number");
  if (!isWholeNumber(by, Number.MIN_SAFE_INTEGER)) throw new RangeError("a count is wrong by a whole number");
  if (!isWholeNumber(fromOffset, 0) || !isWholeNumber(toOffset, 0))
    throw new RangeError("an offset is a whole number");
  if (kind === "wrong-count" && (count === undefined) === (by === undefined)) {
    throw new RangeError("a wrong count needs either count or by");
  }
}

/** Whether a fault concerns a request for a page at this offset; undefined for a request that is none. */
export function appliesToPage(fault: ListFaultSetting, offset: number | undefined): boolean {
  const { kind, fromOffset, toOffset } = fault;
  const isListKind = kind === "limit-cap" || kind === "repeat-rows" || kind === "wrong-count";
  if (!isListKind && fromOffset === undefined && toOffset === undefined) return true;
  if (offset === undefined) return false;
  // The first page has none before it whose rows it could repeat.
  const minOffset = Math.max(fromOffset ?? 0, kind === "repeat-rows" ? 1 : 0);
  return offset >= minOffset && offset < (toOffset ?? Number.POSITIVE_INFINITY);
}

/** What the faults make of a page. */
export function applyListFault(
  { limit: requestedLimit, offset, count: realCount }: PageWindow,
  faults: readonly ListFaultSetting[],
): FaultyPage {
  let limit = requestedLimit;
  let count = realCount;
  let repeated = 0;
  for (const fault of faults) {
    if (fault.kind === "limit-cap") limit = Math.min(limit, fault.limit ?? DEFAULT_LIMIT_CAP);
    if (fault.kind === "repeat-rows") repeated = fault.rows ?? DEFAULT_REPEATED_ROWS;
    if (fault.kind === "wrong-count") count = Math.max(0, fault.count ?? realCount + (fault.by ?? 0));
  }
  const presentCount = Math.max(0, Math.min(limit, realCount - offset));
  // No more than half: what the next page repeats must have stood on this one.
  return { limit, count, repeated: Math.min(repeated, offset, presentCount, Math.floor(limit / 2)) };
}

export interface ListFaultSetting {
  readonly kind: string;
  /** For `limit-cap`: the maximum page size. */
  readonly limit?: number;
  /** For `repeat-rows`: the number of repeated rows. */
  readonly rows?: number;
  /** For `wrong-count`: the reported `count`, or the number `by` to add to the actual count. */
  readonly count?: number;
  readonly by?: number;
  /** Applies only to list pages with fromOffset ≤ offset < toOffset. Works with every kind of fault. */
  readonly fromOffset?: number;
  readonly toOffset?: number;
}

interface PageWindow {
  readonly limit: number;
  readonly offset: number;
  readonly count: number;
}

/** A list page with the faults applied. */
interface FaultyPage {
  readonly limit: number;
  /** The reported count. Links to other pages depend on it. */
  readonly count: number;
  /** Number of rows at the start that are replaced by the previous page's last rows. */
  readonly repeated: number;
}

const DEFAULT_LIMIT_CAP = 10;
const DEFAULT_REPEATED_ROWS = 7;

function isWholeNumber(value: number | undefined, min: number): boolean {
  return value === undefined || (Number.isSafeInteger(value) && value >= min);
}

/**
 * Throws a RangeError for invalid numbers, and for a `wrong-count` fault without exactly one of
 * `count` and `by`.
 */
export function checkListFault({
  kind,
  limit,
  rows,
  count,
  by,
  fromOffset,
  toOffset,
}: ListFaultSetting): void {
  if (!isWholeNumber(limit, 1) || !isWholeNumber(rows, 1))
    throw new RangeError("limit and rows must be 1 or more");
  if (!isWholeNumber(count, 0)) throw new RangeError("count must be an integer");
  if (!isWholeNumber(by, Number.MIN_SAFE_INTEGER)) throw new RangeError("by must be an integer");
  if (!isWholeNumber(fromOffset, 0) || !isWholeNumber(toOffset, 0))
    throw new RangeError("Offsets must be integers");
  if (kind === "wrong-count" && (count === undefined) === (by === undefined)) {
    throw new RangeError("wrong-count requires either count or by");
  }
}

/**
 * Whether a fault applies at a request's offset. The offset is undefined unless the request is for
 * a list page.
 */
export function appliesToPage(fault: ListFaultSetting, offset: number | undefined): boolean {
  const { kind, fromOffset, toOffset } = fault;
  const isListKind = kind === "limit-cap" || kind === "repeat-rows" || kind === "wrong-count";
  if (!isListKind && fromOffset === undefined && toOffset === undefined) return true;
  if (offset === undefined) return false;
  // The first page has no previous page.
  const minOffset = Math.max(fromOffset ?? 0, kind === "repeat-rows" ? 1 : 0);
  return offset >= minOffset && offset < (toOffset ?? Number.POSITIVE_INFINITY);
}

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
  // Replaces at most half of the page. The rest still includes the rows that the next page repeats.
  return { limit, count, repeated: Math.min(repeated, offset, presentCount, Math.floor(limit / 2)) };
}

/** A number range. Open bounds are infinite. */
export interface NumberSpan {
  readonly min: number;
  readonly max: number;
  /** Whether the bounds are excluded. */
  readonly isStrict: boolean;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const UNFINISHED = /^(?:[<>]=?)?(?:-|-?\d+\.)?$|^-?\d*(?:\.\d+)?\.\.-?(?:\d+\.)?$/;

/**
 * Parses numbers, comparisons, and ranges, such as `12`, `<=3`, `1..5`, `1..`, and `..5`. Returns
 * null for other text.
 */
export function parseNumberSpan(text: string): NumberSpan | null {
  const compared = /^(>=|<=|>|<)(.*)$/.exec(text);
  if (compared) {
    const [, sign = "", rest = ""] = compared;
    if (!NUMBER.test(rest)) return null;
    const isStrict = sign.length === 1;
    return sign.startsWith(">")
      ? { min: Number(rest), max: Number.POSITIVE_INFINITY, isStrict }
      : { min: Number.NEGATIVE_INFINITY, max: Number(rest), isStrict };
  }
  const dots = text.indexOf("..");
  if (dots < 0) return NUMBER.test(text) ? { min: Number(text), max: Number(text), isStrict: false } : null;
  const first = text.slice(0, dots);
  const last = text.slice(dots + 2);
  if ([first, last].some((end) => end !== "" && !NUMBER.test(end)) || (first === "" && last === ""))
    return null;
  return {
    min: first === "" ? Number.NEGATIVE_INFINITY : Number(first),
    max: last === "" ? Number.POSITIVE_INFINITY : Number(last),
    isStrict: false,
  };
}

export function isUnfinishedNumber(text: string): boolean {
  return UNFINISHED.test(text);
}

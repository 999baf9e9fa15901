import type { QueryTerm } from "./query-text";

/** A search request. Relative dates are resolved with `now` (ms since 1970) in `zone`. */
export interface SearchRequest {
  readonly terms: readonly QueryTerm[];
  readonly now: number;
  readonly zone: string;
}

/** Whether every match of `later` also matches `earlier`, as after typing more of a word. */
export function isRefinement(earlier: SearchRequest, later: SearchRequest): boolean {
  const isSameMoment = earlier.now === later.now && earlier.zone === later.zone;
  return earlier.terms.every((old) =>
    later.terms.some(
      (term) => (isLongerText(term, old) || isSameTerm(term, old)) && (isSameMoment || !isTimeDependent(old)),
    ),
  );
}

function isLongerText(term: QueryTerm, old: QueryTerm): boolean {
  if (term.isNegated || old.isNegated || term.field !== old.field) return false;
  const [value, ...others] = term.values;
  const [oldValue, ...oldOthers] = old.values;
  if (value?.kind !== "text" || oldValue?.kind !== "text") return false;
  return others.length === 0 && oldOthers.length === 0 && value.text.includes(oldValue.text);
}

function isSameTerm(term: QueryTerm, old: QueryTerm): boolean {
  return termKey(term) === termKey(old);
}

// JSON can't represent infinity, so numbers become text.
function termKey({ field, isNegated, values }: QueryTerm): string {
  return JSON.stringify([field, isNegated, values], (_key, value: unknown) =>
    typeof value === "number" ? String(value) : value,
  );
}

/** Texts without a field name also match the label of a row's state. */
function isTimeDependent({ field, values }: QueryTerm): boolean {
  return field === null || values.some(({ kind }) => kind === "date" || kind === "state");
}

import type { QueryTerm } from "./query-text";

/** What a find was asked for; distances from the present count from `now` (ms since 1970) in a zone. */
export interface SearchRequest {
  readonly terms: readonly QueryTerm[];
  readonly now: number;
  readonly zone: string;
}

/** Whether all that `later` finds is among what `earlier` has found, as when a word is typed further. */
export function isRefinement(earlier: SearchRequest, later: SearchRequest): boolean {
  const isSameMoment = earlier.now === later.now && earlier.zone === later.zone;
  return earlier.terms.every((old) =>
    later.terms.some(
      (term) => isLongerText(term, old) || (isSameTerm(term, old) && (isSameMoment || !isTimeDependent(old))),
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

// JSON has no infinity, so numbers are spelled out.
function termKey({ field, isNegated, values }: QueryTerm): string {
  return JSON.stringify([field, isNegated, values], (_key, value: unknown) =>
    typeof value === "number" ? String(value) : value,
  );
}

function isTimeDependent({ values }: QueryTerm): boolean {
  return values.some(({ kind }) => kind === "date" || kind === "state");
}

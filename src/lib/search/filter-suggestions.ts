import { findNearestName } from "@/lib/query/nearest-name";
import { findQueryField, type QueryField } from "@/lib/query/query-text";
import { quoteValue, tokenizeQuery } from "@/lib/query/query-tokens";

export interface FilterSuggestion {
  /** Text in the query language. */
  readonly query: string;
  readonly label: string;
  readonly count: number;
}

type CountMatches = (query: string) => Promise<number>;

const MAX_FILTERS = 5;

/**
 * Returns the first filters that can be added to a query, with the number of matches. States come before choices. Omits
 * filters that match none or all rows.
 */
export async function suggestFilters(
  text: string,
  fields: readonly QueryField[],
  countMatches: CountMatches,
): Promise<readonly FilterSuggestion[]> {
  const total = await countMatches(text);
  const found: FilterSuggestion[] = [];
  for (const filter of [...listValues(fields, "state"), ...listValues(fields, "choice")]) {
    if (found.length === MAX_FILTERS) break;
    const count = await countMatches(`${text} ${filter.query}`);
    if (count > 0 && count < total) found.push({ ...filter, count });
  }
  return found;
}

function listValues(fields: readonly QueryField[], kind: QueryField["kind"]) {
  return fields
    .filter((field) => field.kind === kind)
    .flatMap(({ name, values = [] }) =>
      values.map(({ value, label }) => ({ query: `${name}:${quoteValue(value)}`, value, label })),
    );
}

/**
 * Returns a query for a text without matches, in which states replace words, and field names replace similar names. Null
 * if nothing can be replaced.
 */
export function findNearestQuery(text: string, fields: readonly QueryField[]): string | null {
  const tokens = tokenizeQuery(text, (name) => findQueryField(fields, name) !== undefined);
  const states = listValues(fields, "state");
  const words = tokens.map(({ from, to, name, valueFrom, parts, isNegated }) => {
    const minus = isNegated ? "-" : "";
    const [part] = parts;
    if (name !== null) {
      const field = findQueryField(fields, name)?.name ?? findNearestName(name, fields);
      return field === null ? text.slice(from, to) : `${minus}${field}:${text.slice(valueFrom, to)}`;
    }
    const word = part && !part.isQuoted ? part.text.toLowerCase() : "";
    const nearest = findNearestName(
      word,
      states.map(({ value }) => ({ name: value })),
    );
    const state = states.find(
      ({ value, label }) =>
        value === nearest || (word.length > 2 && label.toLowerCase().split(/\W+/).includes(word)),
    );
    return state ? minus + state.query : text.slice(from, to);
  });
  const query = words.join(" ");
  return query === tokens.map(({ from, to }) => text.slice(from, to)).join(" ") ? null : query;
}

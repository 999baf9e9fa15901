/** A search parameter value. Null, undefined, and "" remove the parameter. */
export type ParamValue = string | number | boolean | null | undefined;

/** Reads a parameter with fixed choices. Returns the fallback for other values. */
export function readChoiceParam<const Choice extends string, Fallback>(
  params: URLSearchParams,
  name: string,
  choices: readonly Choice[],
  fallback: Fallback,
): Choice | Fallback {
  const text = params.get(name);
  return choices.find((choice) => choice === text) ?? fallback;
}

/** Returns the search string with "?", or "" without parameters. Preserves the parameters in `otherParams`. */
export function buildSearch(
  values: Readonly<Record<string, ParamValue>>,
  otherParams: URLSearchParams = new URLSearchParams(),
): string {
  const params = new URLSearchParams(otherParams);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === "") params.delete(name);
    else params.set(name, String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}

export const OPENED_FROM_LIST = { over: "list" } as const;

/** Whether the list is behind the drawer, according to the location state. */
export function isOpenedFromList(state: unknown): boolean {
  return (
    typeof state === "object" && state !== null && "over" in state && state.over === OPENED_FROM_LIST.over
  );
}

export interface ListSearchParams {
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** IDs of the visible optional columns in order. Null for the default columns. */
  readonly columns: readonly string[] | null;
  readonly density: "comfortable" | "compact";
}

export const DEFAULT_LIST_SEARCH_PARAMS: ListSearchParams = {
  query: "",
  sort: [],
  columns: null,
  density: "comfortable",
};

const DENSITIES = ["comfortable", "compact"] as const;

/** Parses search parameters. Ignores invalid values. */
export function parseListSearchParams(search: URLSearchParams): ListSearchParams {
  const columns = search.get("cols");
  return {
    query: search.get("q") ?? "",
    sort: parseSortParam(search.get("sort") ?? ""),
    columns: columns === null ? null : columns.split(",").filter(Boolean),
    density: readChoiceParam(search, "density", DENSITIES, "comfortable"),
  };
}

/** Returns the parameters for the URL. Other parameters of the page aren't included. */
export function formatListSearchParams({ query, sort, columns, density }: ListSearchParams) {
  return {
    q: query,
    sort: formatSortParam(sort),
    // A comma represents no optional columns, because an empty value would remove the parameter.
    cols: columns === null ? null : columns.join(",") || ",",
    density: density === DEFAULT_LIST_SEARCH_PARAMS.density ? null : density,
  };
}

/** Returns the search string with "?", or "" for the defaults. Preserves the parameters in `otherParams`. */
export function formatListSearch(filters: ListSearchParams, otherParams?: URLSearchParams): string {
  return buildSearch(formatListSearchParams(filters), otherParams);
}

export interface SortStep {
  readonly columnId: string;
  readonly direction: "ascending" | "descending";
}

/** Parses a sort parameter, such as "-next,title". Ignores repeated columns. */
export function parseSortParam(text: string): readonly SortStep[] {
  const steps = new Map<string, SortStep>();
  for (const part of text.split(",")) {
    const isDescending = part.startsWith("-");
    const columnId = isDescending ? part.slice(1) : part;
    if (/^[\w-]+$/.test(columnId) && !steps.has(columnId)) {
      steps.set(columnId, { columnId, direction: isDescending ? "descending" : "ascending" });
    }
  }
  return [...steps.values()];
}

/** Formats a sort parameter. Returns "" without steps. */
export function formatSortParam(steps: readonly SortStep[]): string {
  return steps
    .map(({ columnId, direction }) => (direction === "descending" ? `-${columnId}` : columnId))
    .join(",");
}

/** Parses a record ID from the URL. Returns null for an invalid ID. */
export function parseRecordId(text: string | undefined | null): number | null {
  const id = /^\d+$/.test(text ?? "") ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

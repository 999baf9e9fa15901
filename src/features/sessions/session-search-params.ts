import { buildSearch } from "@/lib/url/url-state";

/** The state of the page as stored in its URL. */
export interface SessionSearchParams {
  readonly search: string;
  /** Name of the selected property. */
  readonly property: string | null;
  /** Search for values. */
  readonly value: string;
}

/** Never throws. Ignores unknown parameters. */
export function parseSessionSearchParams(params: URLSearchParams): SessionSearchParams {
  const property = params.get("property") || null;
  return {
    search: params.get("search") ?? "",
    property,
    value: property === null ? "" : (params.get("value") ?? ""),
  };
}

/** Returns the query string, starting with "?". */
export function formatSessionSearchParams({ search, property, value }: SessionSearchParams): string {
  return buildSearch({ property, value: property === null ? "" : value, search });
}

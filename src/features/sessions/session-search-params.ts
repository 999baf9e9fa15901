import { buildSearch } from "@/lib/url/url-state";

export interface SessionSearchParams {
  readonly search: string;
  readonly property: string | null;
  /** Search text for the values of the selected property. */
  readonly value: string;
}

/** Parses the URL's parameters. Ignores unknown ones. */
export function parseSessionSearchParams(params: URLSearchParams): SessionSearchParams {
  const property = params.get("property") || null;
  return {
    search: params.get("search") ?? "",
    property,
    value: property === null ? "" : (params.get("value") ?? ""),
  };
}

export function formatSessionSearchParams({ search, property, value }: SessionSearchParams): string {
  return buildSearch({ property, value: property === null ? "" : value, search });
}

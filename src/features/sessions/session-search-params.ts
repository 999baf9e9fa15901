import { buildSearch } from "@/lib/url/url-state";

/** What the page shows, as its address says it. */
export interface SessionSearchParams {
  /** Words that properties are searched by. */
  readonly search: string;
  /** Name of the chosen property; null for none. */
  readonly property: string | null;
  /** What its values must contain. */
  readonly value: string;
}

/** Reads the address; unknown parameters mean nothing. */
export function parseSessionSearchParams(params: URLSearchParams): SessionSearchParams {
  const property = params.get("property") || null;
  return {
    search: params.get("search") ?? "",
    property,
    value: property === null ? "" : (params.get("value") ?? ""),
  };
}

/** The address that shows this, from "?" on. */
export function formatSessionSearchParams({ search, property, value }: SessionSearchParams): string {
  return buildSearch({ property, value: property === null ? "" : value, search });
}

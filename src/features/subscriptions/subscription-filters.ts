import type { SubscriptionListFilters } from "@/data/subscriptions";
import { readChoice, readInt, writeParams } from "@/lib/url-state";

/** Records on one page of the list. */
export const PAGE_SIZE = 50;

/** What the list's address says: which records, and which page of them (from 1). */
export interface ListFilters {
  readonly view: "active" | "bin";
  readonly page: number;
}

// Far beyond any real list, and small enough that page × size stays an exact 32-bit offset.
const MAX_PAGE = 42_000_000;

const VIEWS = ["active", "bin"] as const;

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function readListFilters(search: URLSearchParams): ListFilters {
  return {
    view: readChoice(search, "view", VIEWS, "active"),
    page: readInt(search, "page", { min: 1, max: MAX_PAGE, fallback: 1 }),
  };
}

/** The address of the filters, from "?" on; empty for the first page. Parameters of others are kept. */
export function writeListFilters(
  filters: ListFilters,
  others: URLSearchParams = new URLSearchParams(),
): string {
  const text = writeParams(others, { ...filters }, { view: "active", page: 1 }).toString();
  return text && `?${text}`;
}

/** The query of one page. */
export function toListQuery(filters: ListFilters): SubscriptionListFilters {
  return { limit: PAGE_SIZE, offset: (filters.page - 1) * PAGE_SIZE, deleted: filters.view === "bin" };
}

/** The last page of a list of `count` records; 1 for an empty one. */
export function lastPage(count: number): number {
  return Math.max(1, Math.ceil(count / PAGE_SIZE));
}

/** The number of a record in an address; null when it is none. */
export function readId(text: string | undefined | null): number | null {
  const id = /^\d+$/.test(text ?? "") ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

import type { Collection, ProjectContext } from "@/emulator/backend/backend";
import { describeInsight, getSource } from "@/emulator/backend/dashboard-catalog";
import { mapInSlices, toArrayPages, toPages } from "@/emulator/dispatch/pagination";
import { fail } from "@/emulator/request/errors";
import { getResourceType } from "./newer-content";
import { subscriptionsResource } from "./subscriptions-resource";
import type { SubscriptionRow } from "./subscriptions-row";
import { getCurrentDeliveryDate } from "./subscriptions-serializer";

const FILTERS = ["search", "ordering", "created_by", "resource_type", "target_type", "insight", "dashboard"];
const TARGET_TYPES = ["email", "slack", "teams"];
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HOUR_MS = 3_600_000;

/** A row's values for filtering and sorting. Small, because a large project has an entry for every row. */
interface IndexEntry {
  readonly id: string;
  readonly text: string;
  readonly title: string | null;
  readonly created_at: string;
  readonly next_delivery_date: string | null;
  readonly created_by__email: string | null;
  readonly author: string | null;
  readonly resource_type: string | null;
  readonly target_type: string;
  readonly insight: number | null;
  readonly dashboard: number | null;
}

const SORT_FIELDS = ["created_at", "next_delivery_date", "title", "created_by__email"] as const;

function describeSource({ insight, dashboard }: SubscriptionRow): string {
  if (insight !== null) {
    const { name, derived_name } = describeInsight(getSource(insight));
    return `${name}\n${derived_name ?? ""}`;
  }
  return dashboard === null ? "" : getSource(dashboard).name;
}

function createEntry(row: SubscriptionRow, context: ProjectContext): IndexEntry {
  return {
    id: String(row.id),
    text: `${row.title ?? ""}\n${describeSource(row)}`.toLowerCase(),
    title: row.title,
    created_at: row.created_at,
    next_delivery_date: getCurrentDeliveryDate(row, context),
    created_by__email: row.created_by?.email ?? null,
    author: row.created_by?.uuid ?? null,
    resource_type: getResourceType(row),
    target_type: row.target_type,
    insight: row.insight,
    dashboard: row.dashboard,
  };
}

interface CachedIndex {
  readonly key: string;
  readonly entries: Promise<readonly IndexEntry[]>;
}
const indexes = new WeakMap<Collection<SubscriptionRow>, CachedIndex>();

/**
 * Reads all rows of a view. Caches them for up to an hour or until a row changes, because a large
 * project has 100,000 rows.
 */
function readIndex(context: ProjectContext, view: "visible" | "hidden"): Promise<readonly IndexEntry[]> {
  const rows = context.open(subscriptionsResource);
  const key = `${view} ${rows.version()} ${Math.floor(context.now.getTime() / HOUR_MS)}`;
  const cached = indexes.get(rows);
  if (cached?.key === key) return cached.entries;
  const entries = mapInSlices([rows.all(view)], (row) => createEntry(row, context));
  indexes.set(rows, { key, entries });
  return entries;
}

const collator = new Intl.Collator("en");

/** Compares as PostgreSQL does. Null sorts last when ascending and first when descending. */
function compareValues(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return collator.compare(one, other);
}

function sortEntries(entries: readonly IndexEntry[], ordering: string): readonly IndexEntry[] {
  const terms = ordering.split(",").flatMap((term) => {
    const name = SORT_FIELDS.find((field) => field === term.trim().replace(/^-/, ""));
    return name ? [{ name, sign: term.trim().startsWith("-") ? -1 : 1 }] : [];
  });
  // Ignores unknown fields. Without a known field, the newest rows come first.
  if (terms.length === 0) return entries;
  return entries.toSorted((one, other) => {
    for (const { name, sign } of terms) {
      const order = compareValues(one[name], other[name]);
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

function createFilter(params: URLSearchParams): (entry: IndexEntry) => boolean {
  const words = (params.get("search") ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const author = params.get("created_by")?.toLowerCase();
  if (author && !UUID.test(author)) fail.invalidInput("Not a valid UUID.", "created_by");
  const channel = params.get("target_type");
  if (channel && !TARGET_TYPES.includes(channel)) {
    fail.invalidInput(`Must be one of: ${TARGET_TYPES.join(", ")}.`, "target_type");
  }
  const kind = params.get("resource_type");
  const [insight, dashboard] = [params.get("insight"), params.get("dashboard")];
  return (entry) =>
    words.every((word) => entry.text.includes(word)) &&
    (!author || entry.author === author) &&
    (!channel || entry.target_type === channel) &&
    (!kind || entry.resource_type === kind) &&
    (insight === null || entry.insight === Number(insight)) &&
    (dashboard === null || entry.dashboard === Number(dashboard));
}

interface RowPages {
  readonly count: number;
  page(offset: number, limit: number): Iterable<SubscriptionRow>;
}

async function selectMatching(context: ProjectContext, view: "visible" | "hidden"): Promise<RowPages> {
  const { searchParams } = context.url;
  const rows = context.open(subscriptionsResource);
  const matches = (await readIndex(context, view)).filter(createFilter(searchParams));
  const found = toArrayPages(sortEntries(matches, searchParams.get("ordering") ?? ""));
  return {
    count: found.count,
    page: (offset, limit) => found.page(offset, limit).flatMap(({ id }) => rows.get(id) ?? []),
  };
}

/** Throws 500 unless an ID is a number, as servers do. */
function readId(params: URLSearchParams, name: "insight" | "dashboard"): number | null {
  const text = params.get(name);
  if (text === null) return null;
  return /^\d+$/.test(text) ? Number(text) : fail.serverError();
}

/**
 * Selects the rows of a list, by their source and whether they are in Trash. Servers of 2024 use table order. Servers of
 * 2026 have more filters and sort.
 */
export async function selectSubscriptions(context: ProjectContext): Promise<RowPages> {
  const { generation, url, open } = context;
  const { searchParams } = url;
  const insight = readId(searchParams, "insight");
  const dashboard = readId(searchParams, "dashboard");
  const view = searchParams.get("deleted") === "true" ? "hidden" : "visible";
  if (generation === "2026" && FILTERS.some((name) => searchParams.has(name)))
    return selectMatching(context, view);
  const rows = open(subscriptionsResource);
  if (insight !== null || dashboard !== null) {
    const isOfSource = (row: SubscriptionRow) =>
      (insight === null || row.insight === insight) && (dashboard === null || row.dashboard === dashboard);
    return toArrayPages(Array.from(rows.all(view)).filter(isOfSource));
  }
  return generation === "2024" ? rows.inTableOrder(view) : toPages(rows, view);
}

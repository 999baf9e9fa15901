import type { SearchField } from "@/lib/search/record-schema";
import { formatCount, formatDecimal, pluralize } from "@/lib/text/numbers";
import type { ListSearchParams } from "@/lib/url/url-state";
import { buildSearch, formatListSearchParams, parseListSearchParams } from "@/lib/url/url-state";
import type { SubscriptionGroup } from "./subscription-groups";

const MIN_PER_WEEK = 0.1;

/** Formats a number of deliveries per week: "7", "3.5", "0.2" or "under 0.1". */
export function formatPerWeek(perWeek: number): string {
  if (perWeek > 0 && perWeek < MIN_PER_WEEK) return `under ${formatDecimal(MIN_PER_WEEK, 1)}`;
  return formatDecimal(perWeek, 1);
}

/**
 * Rounds a group's deliveries per week as displayed, so that a search for the displayed number
 * matches. Doesn't round numbers under 0.1, so that `week:0` finds only groups without deliveries.
 */
function roundPerWeek({ perWeek }: Pick<SubscriptionGroup, "perWeek">): number {
  return perWeek < MIN_PER_WEEK ? perWeek : Math.round(perWeek * 10) / 10;
}

type ExcludedCounts = Pick<SubscriptionGroup, "paused" | "ended" | "overdue" | "never" | "unknownSchedules">;

/** Returns which subscriptions `perWeek` excludes, such as "1 ended, 2 overdue". Null if it includes all of them. */
export function excludedSubscriptionsMessage(group: ExcludedCounts): string | null {
  const { paused, ended, overdue, never, unknownSchedules: unclear } = group;
  const parts = [
    paused > 0 ? `${formatCount(paused)} paused` : null,
    ended > 0 ? `${formatCount(ended)} ended` : null,
    overdue > 0 ? `${formatCount(overdue)} overdue` : null,
    never > 0 ? `${formatCount(never)} never sent` : null,
    unclear > 0 ? pluralize(unclear, "with an unknown schedule", "with unknown schedules") : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
}

function countExcluded(group: ExcludedCounts): number {
  return group.paused + group.ended + group.overdue + group.never + group.unknownSchedules;
}

/** Whether all subscriptions of the group are paused, ended, overdue, or never delivered. */
export function isIdle({ records, paused, ended, overdue, never }: SubscriptionGroup): boolean {
  return paused + ended + overdue + never === records.length;
}

/** Search fields that all lists of groups share. */
export const GROUP_FIELDS = [
  {
    name: "subscriptions",
    label: "Number of subscriptions",
    kind: "number",
    number: ({ records }) => records.length,
  },
  {
    name: "deliveries",
    label: "Number of subscriptions (same as “subscriptions”)",
    kind: "number",
    number: ({ records }) => records.length,
  },
  { name: "week", label: "Deliveries per week", kind: "number", number: roundPerWeek },
  { name: "next", label: "Next delivery", kind: "date", direction: "future", time: ({ next }) => next },
] as const satisfies readonly SearchField<SubscriptionGroup>[];

/** Sort values of the columns that all lists of groups share. */
export const GROUP_SORTS = {
  deliveries: ({ records }: SubscriptionGroup) => records.length,
  week: ({ perWeek }: SubscriptionGroup) => perWeek,
  idle: countExcluded,
  next: ({ next }: SubscriptionGroup) => next,
};

export interface GroupFilters extends ListSearchParams {
  /** Key of the group in the drawer. */
  readonly open: string | null;
}

/**
 * Creates functions that parse and format a page's URL parameters.
 * @param openParam name of the parameter for the open group
 */
export function createGroupFilters(openParam: string) {
  return {
    /** Ignores invalid parameters. */
    parse: (search: URLSearchParams): GroupFilters => ({
      ...parseListSearchParams(search),
      open: search.get(openParam) || null,
    }),
    /** Returns the query string with "?", or an empty string for the defaults. */
    format: (filters: GroupFilters): string =>
      buildSearch({ ...formatListSearchParams(filters), [openParam]: filters.open }),
  };
}

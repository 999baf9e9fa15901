import { formatCount } from "@/lib/text/numbers";
import type { Column } from "@/ui/data-table/data-table-types";
import { timeColumn } from "@/ui/data-table/time-cell";
import { excludedSubscriptionsMessage, formatPerWeek } from "./group-labels";
import type { SubscriptionGroup } from "./subscription-groups";

/**
 * Returns the columns that all lists of groups share, by ID.
 * @param zone IANA zone of the displayed times
 */
export function groupColumns(zone: string, now: Date) {
  return {
    deliveries: {
      id: "deliveries",
      header: "Subscriptions",
      width: "136px",
      align: "end",
      narrow: "end",
      cell: ({ records }) => formatCount(records.length),
    },
    week: {
      id: "week",
      header: "Per week",
      width: "110px",
      align: "end",
      cell: ({ perWeek }) => formatPerWeek(perWeek),
    },
    idle: {
      id: "idle",
      header: "Inactive",
      width: "192px",
      wideOnly: true,
      cell: (group) => excludedSubscriptionsMessage(group) ?? "—",
    },
    next: {
      ...timeColumn<SubscriptionGroup>((group) => nextDeliveryIso(group), zone, now),
      id: "next",
      header: "Next delivery",
    },
  } satisfies Readonly<Record<string, Column<SubscriptionGroup>>>;
}

export function nextDeliveryIso({ next }: Pick<SubscriptionGroup, "next">): string | null {
  return next === null ? null : new Date(next).toISOString();
}

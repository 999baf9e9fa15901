import { useMemo } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useSavedViews } from "@/data/browser-storage/project-settings";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { useProjectError } from "@/data/projects/projects";
import { SUBSCRIPTION_NOUN } from "@/features/subscriptions/model/subscription-filters";
import type { ListSearch } from "@/lib/search/list-search";
import { formatCount } from "@/lib/text/numbers";
import { createCollectionSearch } from "@/ui/collection-table/collection-search";
import { CollectionTable, type CollectionTableProps } from "@/ui/collection-table/collection-table";
import { type Column, timeColumn } from "@/ui/data-table/data-table-types";
import { Notice } from "@/ui/feedback/states";
import shared from "@/ui/theme/shared.module.css";
import { excludedSubscriptionsMessage, formatPerWeek, groupRowId, isIdle } from "./group-labels";
import type { SubscriptionGroup } from "./subscription-groups";

type ListProps<Group> = Omit<
  CollectionTableProps<Group, Collection<Subscription>>,
  "state" | "source" | "records" | "loadError" | "projectId" | "search" | "savedViews" | "rowId" | "rowTone"
>;

interface GroupTableProps<Group> extends ListProps<Group> {
  readonly state: CollectionState<Subscription>;
  readonly groups: readonly Group[];
  /** Whether newer records are being indexed. */
  readonly isBusy: boolean;
  readonly search: ListSearch<Group, Collection<Subscription>>;
}

/** Shows groups of subscriptions. */
export function GroupTable<Group extends SubscriptionGroup>(props: GroupTableProps<Group>) {
  const { groups, isBusy, search, ...list } = props;
  const api = useApi();
  const loadedSearch = useMemo(
    () => createCollectionSearch<Group, Collection<Subscription>>(() => Promise.resolve(search), search),
    [search],
  );
  return (
    <CollectionTable
      {...list}
      records={groups}
      source={{ ...SUBSCRIPTION_NOUN, isBusy }}
      loadError={useProjectError(list.state.error)}
      projectId={api.projectId}
      search={loadedSearch}
      savedViews={useSavedViews(api, list.storageKey)}
      defaultSort={DEFAULT_SORT}
      rowId={groupRowId}
      rowTone={(group) => (isIdle(group) ? "muted" : undefined)}
    />
  );
}

const DEFAULT_SORT = [{ columnId: "deliveries", direction: "descending" }] as const;

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
      value: ({ records }) => records.length,
      cell: ({ records }) => formatCount(records.length),
    },
    week: {
      id: "week",
      header: "Per week",
      width: "110px",
      align: "end",
      value: ({ perWeek }) => perWeek,
      cell: ({ perWeek }) => formatPerWeek(perWeek),
    },
    idle: {
      id: "idle",
      header: "Inactive",
      width: "192px",
      wideOnly: true,
      value: excludedSubscriptionsMessage,
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

/** Returns the fields that all files of groups share. */
export function groupFileFields(group: SubscriptionGroup) {
  return {
    deliveries_per_week: group.perWeek,
    next_delivery_date: nextDeliveryIso(group),
    paused: group.paused,
    ended: group.ended,
    overdue: group.overdue,
    never_delivered: group.never,
    schedule_unknown: group.unknownSchedules,
    subscription_ids: group.records.map(({ id }) => id),
  };
}

/** How many subscriptions a change "everywhere" includes, and how many exist. */
export interface GroupCoverage {
  readonly indexedCount: number;
  /** Number of subscriptions on the server, without those in Trash. Null if all are indexed. */
  readonly totalCount: number | null;
}

export function getGroupCoverage(
  { phase, records, count }: Pick<CollectionState<object>, "phase" | "records" | "count">,
  indexedCount: number,
): GroupCoverage {
  // The index may still lack the last pages of a complete collection.
  const isComplete = phase === "complete" && indexedCount >= records.length;
  return { indexedCount, totalCount: isComplete ? null : Math.max(count ?? 0, records.length) };
}

/** Reports which subscriptions a change "everywhere" excludes. */
export function CoverageNotice({
  coverage: { indexedCount, totalCount },
}: {
  readonly coverage: GroupCoverage;
}) {
  if (totalCount === null) return <p className={shared.hint}>Subscriptions in Trash aren't changed.</p>;
  const loadedLabel =
    totalCount > indexedCount
      ? `Only ${formatCount(indexedCount)} of ${formatCount(totalCount)}`
      : formatCount(indexedCount);
  return (
    <Notice tone="warning">{`${loadedLabel} subscriptions are loaded. Subscriptions that aren't loaded or are in Trash aren't changed.`}</Notice>
  );
}

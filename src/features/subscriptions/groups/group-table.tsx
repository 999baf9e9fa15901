import { type ReactNode, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useSavedViews } from "@/data/browser-storage/project-settings";
import { useLoadSourceNames } from "@/data/catalog/source-names";
import type { Collection } from "@/data/collection/collection";
import { useCollection } from "@/data/collection/use-collection";
import { useProjectError } from "@/data/projects/projects";
import { subscriptionCollection } from "@/data/subscriptions/subscriptions";
import { SUBSCRIPTION_NOUN } from "@/features/subscriptions/model/subscription-filters";
import type { ListSearch } from "@/lib/search/list-search";
import { formatCount } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { createCollectionSearch } from "@/ui/collection-table/collection-search";
import { CollectionTable, type CollectionTableProps } from "@/ui/collection-table/collection-table";
import { type Column, type RowAction, timeColumn } from "@/ui/data-table/data-table-types";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { useNow } from "@/ui/feedback/time-stamp";
import { useCloseDrawer, useFilterParams } from "@/ui/hooks/use-edit-search-params";
import { LinkButton } from "@/ui/primitives/link-button";
import { ListIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import type { createGroupFilters } from "./group-labels";
import { excludedSubscriptionsMessage, formatPerWeek, isIdle } from "./group-labels";
import { type SubscriptionGroup, useGroups } from "./subscription-groups";

/** Groups all active subscriptions for a page that lists the groups, with one of them open in a drawer. */
export function useGroupPage<Group extends SubscriptionGroup>(
  linkTo: (projectId: number | string) => string,
  groupTask: Parameters<typeof useGroups<Group>>[0],
  { parse, format }: ReturnType<typeof createGroupFilters>,
) {
  const api = useApi();
  const now = useNow();
  const path = linkTo(api.projectId);
  const { filters, updateFilters } = useFilterParams(path, parse, format);
  const collection = subscriptionCollection(api, "active");
  const state = useCollection(collection);
  useLoadSourceNames(state.records);
  const { rows, indexedCount, isBusy } = useGroups(groupTask, state.records, now);
  const closeDrawer = useCloseDrawer(`${path}${format({ ...filters, open: null })}`);
  const { phase, records, count } = state;
  // The index may still lack the last pages of a complete collection.
  const isComplete = phase === "complete" && indexedCount >= records.length;
  const coverage: GroupCoverage = {
    indexedCount,
    totalCount: isComplete ? null : Math.max(count ?? 0, records.length),
  };
  return {
    now,
    coverage,
    openKey: filters.open,
    /** Undefined while the group loads, and if there is none. */
    openGroup: rows.find(({ key }) => key === filters.open),
    onOpenGroup: ({ key }: Group) => updateFilters({ open: key }, { replace: false }),
    onCloseGroup: closeDrawer.goBack,
    isLoading: isBusy || phase === "idle" || phase === "first",
    table: {
      now,
      linkTo,
      filters,
      onFiltersChange: updateFilters,
      collection,
      state,
      records: rows,
      source: { ...SUBSCRIPTION_NOUN, isBusy },
      projectId: api.projectId,
      rowHref: ({ key }: Group, query: string) => `${path}${format({ ...filters, query, open: key })}`,
    },
  };
}

export type GroupPage<Group extends SubscriptionGroup> = ReturnType<typeof useGroupPage<Group>>;

interface GroupTableProps<Group extends SubscriptionGroup>
  extends Omit<
    CollectionTableProps<Group, Collection<Subscription>>,
    keyof GroupPage<Group>["table"] | "loadError" | "search" | "savedViews" | "rowId" | "rowTone" | "empty"
  > {
  readonly page: GroupPage<Group>;
  /** Returns the URL of the list of a group's subscriptions. */
  readonly getListUrl: (projectId: string, group: Group) => string;
  readonly search: ListSearch<Group, Collection<Subscription>>;
  readonly openIcon: ReactNode;
  readonly emptyIcon: ReactNode;
  readonly emptyDetail: string;
}

/** Shows groups of subscriptions. */
export function GroupTable<Group extends SubscriptionGroup>(props: GroupTableProps<Group>) {
  const { page, getListUrl, rowActions, search, openIcon, emptyIcon, emptyDetail, ...list } = props;
  const api = useApi();
  const navigate = useNavigate();
  const loadedSearch = useMemo(
    () => createCollectionSearch<Group, Collection<Subscription>>(() => Promise.resolve(search), search),
    [search],
  );
  const getActions = (group: Group): readonly RowAction[] => [
    {
      id: "open",
      label: "Open",
      icon: openIcon,
      shortcut: "Enter",
      onSelect: () => page.onOpenGroup(group),
    },
    {
      id: "list",
      label: "Show subscriptions",
      icon: <ListIcon />,
      key: "s",
      onSelect: () => void navigate(getListUrl(api.projectId, group)),
    },
    ...(rowActions?.(group) ?? []),
  ];
  return (
    <CollectionTable
      {...page.table}
      {...list}
      loadError={useProjectError(page.table.state.error)}
      search={loadedSearch}
      savedViews={useSavedViews(api, list.storageKey)}
      defaultSort={DEFAULT_SORT}
      rowActions={getActions}
      rowId={groupRowId}
      rowTone={(group) => (isIdle(group) ? "muted" : undefined)}
      empty={
        <EmptyState
          icon={emptyIcon}
          title={`No ${list.plural} yet`}
          detail={emptyDetail}
          action={
            <LinkButton variant="filled" to={paths.newSubscription(api.projectId)}>
              Create subscription
            </LinkButton>
          }
        />
      }
    />
  );
}

const groupRowId = ({ key }: SubscriptionGroup) => key;
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

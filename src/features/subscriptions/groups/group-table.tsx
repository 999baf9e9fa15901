import { useMemo } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useSavedViews } from "@/data/browser-storage/saved-views";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { useProjectError } from "@/data/projects/project-error";
import { SUBSCRIPTION_NOUN } from "@/features/subscriptions/model/subscription-labels";
import { parseQuery } from "@/lib/query/query-text";
import type { RecordIndex } from "@/lib/search/record-search";
import { createCollectionSearch, type SearchLanguage } from "@/ui/collection-table/collection-search";
import { CollectionTable, type CollectionTableProps } from "@/ui/collection-table/collection-table";
import { groupRowId, isIdle } from "./group-labels";
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
  readonly language: SearchLanguage<Group>;
  readonly index: RecordIndex<Group>;
}

/** Shows groups of subscriptions. */
export function GroupTable<Group extends SubscriptionGroup>(props: GroupTableProps<Group>) {
  const { groups, isBusy, language, index, ...list } = props;
  const api = useApi();
  const search = useMemo(() => {
    const module = {
      ...language,
      parse: (text: string) => parseQuery(text, language.fields),
      indexOf: () => index,
    };
    return createCollectionSearch<Group, Collection<Subscription>>(() => Promise.resolve(module), module);
  }, [language, index]);
  return (
    <CollectionTable
      {...list}
      records={groups}
      source={{ ...SUBSCRIPTION_NOUN, isBusy }}
      loadError={useProjectError(list.state.error)}
      projectId={api.projectId}
      search={search}
      savedViews={useSavedViews(api, list.storageKey)}
      defaultSort={DEFAULT_SORT}
      rowId={groupRowId}
      rowTone={(group) => (isIdle(group) ? "muted" : undefined)}
    />
  );
}

const DEFAULT_SORT = [{ columnId: "deliveries", direction: "descending" }] as const;

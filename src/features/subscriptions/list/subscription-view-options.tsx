import type { Subscription } from "@/contract/subscriptions";
import { useSavedViews } from "@/data/browser-storage/saved-views";
import { useApi } from "@/data/client/api-context";
import type { SubscriptionListFilters } from "@/features/subscriptions/model/subscription-filters";
import { paths } from "@/lib/url/paths";
import { ListViewOptions } from "@/ui/collection-table/list-view-options";
import type { Column } from "@/ui/data-table/data-table-types";
import {
  DEFAULT_SUBSCRIPTION_COLUMNS,
  SUBSCRIPTION_LEAD_COLUMN,
  SUBSCRIPTION_WIDTHS_KEY,
} from "./subscription-columns";

interface SubscriptionViewOptionsProps {
  readonly filters: SubscriptionListFilters;
  readonly columns: readonly Column<Subscription>[];
  readonly onChange: (changes: Partial<SubscriptionListFilters>) => void;
}

export function SubscriptionViewOptions({ filters, columns, onChange }: SubscriptionViewOptionsProps) {
  const api = useApi();
  return (
    <ListViewOptions
      path={paths.subscriptions(api.projectId)}
      savedViews={useSavedViews(api, "subscriptions")}
      columns={columns}
      leadColumnId={SUBSCRIPTION_LEAD_COLUMN}
      defaultColumnIds={DEFAULT_SUBSCRIPTION_COLUMNS}
      settings={filters}
      onChange={onChange}
      widthsKey={SUBSCRIPTION_WIDTHS_KEY}
    />
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { memo, useEffect } from "react";
import { useApi } from "@/data/client/api-context";
import {
  type SubscriptionView,
  subscriptionCollection,
  useSubscriptionCount,
} from "@/data/subscriptions/subscription-collections";
import { paths } from "@/lib/url/paths";
import { ViewLinks } from "@/ui/saved-views/view-links";

/**
 * Switches between all subscriptions and Trash. Shows both counts. When Trash is open, fetches the
 * number of active subscriptions.
 */
export const SubscriptionListViews = memo(function PlainViews(props: { readonly view: SubscriptionView }) {
  const current = props.view;
  const link = (view: SubscriptionView, label: string, count: number | null) => ({
    view,
    label,
    count,
    to: paths.subscriptions(api.projectId, view),
  });
  const api = useApi();
  const queryClient = useQueryClient();
  const trashCount = useSubscriptionCount(queryClient, api, "trash");
  const isTrashLoaded = current === "trash" && trashCount !== null;
  // The collection must exist before the hook below subscribes to its count.
  const all = isTrashLoaded ? subscriptionCollection(queryClient, api, "active") : null;
  useEffect(() => void all?.prefetch(), [all]);
  const activeCount = useSubscriptionCount(queryClient, api, "active");
  return (
    <ViewLinks
      current={current}
      views={[link("active", "All", activeCount), link("trash", "Trash", trashCount)]}
    />
  );
});

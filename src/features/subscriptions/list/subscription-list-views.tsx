import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import { type SubscriptionView, useSubscriptionCount } from "@/data/subscriptions/subscription-collections";
import { paths } from "@/lib/url/paths";
import { ViewLinks } from "@/ui/saved-views/view-links";

/** Switches between all subscriptions and Trash. Shows counts that are already loaded. */
export function SubscriptionViews({ view: current }: { readonly view: SubscriptionView }) {
  const link = (view: SubscriptionView, label: string, count: number | null) => ({
    view,
    label,
    count,
    to: paths.subscriptions(api.projectId, view),
  });
  const api = useApi();
  const queryClient = useQueryClient();
  const activeCount = useSubscriptionCount(queryClient, api, "active");
  const trashCount = useSubscriptionCount(queryClient, api, "trash");
  return (
    <ViewLinks
      current={current}
      views={[link("active", "All", activeCount), link("trash", "Trash", trashCount)]}
    />
  );
}

import { queryOptions } from "@tanstack/react-query";
import { listSubscriptions, type Subscription } from "@/api/subscriptions";
import { type Api, projectKey } from "@/data/backend/backend";
import { markDeleted, type SubscriptionView, subscriptionCollection } from "./subscriptions";

/** A search, filter, and sort order for the server. At least one is present. */
export interface ServerSearch {
  /** Words that occur in the title or in the source's name. */
  readonly search?: string;
  /** Field names, with a minus for descending order. */
  readonly ordering?: string;
  /** Channel, such as "slack". */
  readonly target_type?: string;
}

const FIRST_RESULTS_COUNT = 100;

/**
 * Adds the server's first search results to a list that isn't fully loaded. The data is whether the results contain new
 * records, and false after a failure. A search is repeated after the list is loaded or refreshed, which discards the
 * results.
 */
export function firstResultsQuery(api: Api, view: SubscriptionView, search: ServerSearch) {
  const { loadedAt } = subscriptionCollection(api, view).get();
  return queryOptions({
    queryKey: projectKey(api, "first-results", view, search, loadedAt),
    queryFn: () => readFirstResults(api, view, search).catch(() => false),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function readFirstResults(api: Api, view: SubscriptionView, search: ServerSearch): Promise<boolean> {
  return subscriptionCollection(api, view).readEarly(async () => {
    const { results } = await api.client.request(listSubscriptions, {
      path: { project_id: api.projectId },
      query: { limit: FIRST_RESULTS_COUNT, ...(view === "trash" && { deleted: true }), ...search },
    });
    return isSortedStart(results, search) ? markDeleted(view, results) : [];
  });
}

/**
 * Whether the results include the first records of the sorted list. In descending order, servers return records without
 * a value first. By next delivery, servers return paused records first. The app's list shows both last.
 */
function isSortedStart(results: readonly Subscription[], { ordering }: ServerSearch): boolean {
  if (ordering === undefined) return true;
  const [field = ""] = ordering.replace(/^-/, "").split(",");
  return results.some((record) => record.enabled !== false && Reflect.get(record, field) !== null);
}

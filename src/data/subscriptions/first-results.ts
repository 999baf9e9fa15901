import { listSubscriptions, type Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import type { Collection } from "@/data/collection/collection";
import { markDeleted, type SubscriptionView } from "./subscriptions";

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
 * Requests by collection, search, and load time. A search is repeated after the list is loaded or
 * refreshed, but not after a failure.
 */
const requestsByCollection = new WeakMap<Collection<Subscription>, Map<string, Promise<boolean>>>();

/**
 * Adds the server's first search results to a list that isn't fully loaded. Resolves with whether the results contain
 * new records. Resolves with false after a failure.
 */
export function readFirstResults(
  api: Api,
  collection: Collection<Subscription>,
  view: SubscriptionView,
  search: ServerSearch,
): Promise<boolean> {
  const requests = requestsByCollection.get(collection) ?? new Map<string, Promise<boolean>>();
  requestsByCollection.set(collection, requests);
  // A refresh discards the results of earlier searches.
  const key = JSON.stringify([search, collection.get().loadedAt]);
  const request =
    requests.get(key) ??
    collection
      .readEarly(async () => {
        const { results } = await api.client.request(listSubscriptions, {
          path: { project_id: api.projectId },
          query: { limit: FIRST_RESULTS_COUNT, ...(view === "trash" && { deleted: true }), ...search },
        });
        return isSortedStart(results, search) ? markDeleted(view, results) : [];
      })
      .catch(() => false);
  requests.set(key, request);
  return request;
}

/**
 * Whether the results include the first records of the sorted list. In descending order, servers
 * return records without a value first. By next delivery, servers return paused records first. The
 * app's list shows both last.
 */
function isSortedStart(results: readonly Subscription[], { ordering }: ServerSearch): boolean {
  if (ordering === undefined) return true;
  const [field = ""] = ordering.replace(/^-/, "").split(",");
  return results.some((record) => record.enabled !== false && Reflect.get(record, field) !== null);
}

import { listSubscriptions, type Subscription } from "@/contract/subscriptions";
import type { Api } from "@/data/client/api-context";
import type { Collection } from "@/data/collection/collection";
import type { SubscriptionView } from "./subscription-collections";

/** Search and order on the server. At least one is present. */
export interface ServerSearch {
  /** Words that the title or the name of the source contains. */
  readonly search?: string;
  /** Field names, with a minus for descending order. */
  readonly ordering?: string;
}

const FIRST_RESULTS_COUNT = 100;

/** The requests of each collection by their search. A search isn't repeated, not even after a failure. */
const requestsByCollection = new WeakMap<Collection<Subscription>, Map<string, Promise<boolean>>>();

/**
 * Adds the first results of a search on the server to a list that isn't fully loaded. Resolves with whether they
 * contain records that weren't loaded. A failure counts as none.
 */
export function readFirstResults(
  api: Api,
  collection: Collection<Subscription>,
  view: SubscriptionView,
  search: ServerSearch,
): Promise<boolean> {
  const requests = requestsByCollection.get(collection) ?? new Map<string, Promise<boolean>>();
  requestsByCollection.set(collection, requests);
  // A refresh removes the results of earlier searches.
  const key = JSON.stringify([search, collection.get().loadedAt]);
  const request =
    requests.get(key) ??
    collection
      .readEarly(async () => {
        const { results } = await api.client.request(listSubscriptions, {
          path: { project_id: api.projectId },
          query: { limit: FIRST_RESULTS_COUNT, ...(view === "trash" && { deleted: true }), ...search },
        });
        return isSortedStart(results, search) ? results : [];
      })
      .catch(() => false);
  requests.set(key, request);
  return request;
}

/**
 * Whether the results are the start of the sorted list. Servers put records without a value first in descending order,
 * and paused ones first by next delivery, while the list shows both last.
 */
function isSortedStart(results: readonly Subscription[], { ordering }: ServerSearch): boolean {
  if (ordering === undefined) return true;
  const [field = ""] = ordering.replace(/^-/, "").split(",");
  return results.some((record) => record.enabled !== false && Reflect.get(record, field) !== null);
}

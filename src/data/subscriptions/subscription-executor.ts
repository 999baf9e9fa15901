import type { QueryClient } from "@tanstack/react-query";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import type { ChangeExecutor, Precheck } from "@/data/changes/change-executor";
import { compareWithExpected, conflictMessage, replacementConflict } from "@/data/changes/conflict-check";
import type { PlannedSubscriptionChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import {
  createSubscriptionJournaled,
  fetchCurrentSubscription,
  updateSubscriptionJournaled,
} from "./subscription-changes";
import { findCachedSubscription, subscriptionScope } from "./subscription-collections";
import { subscriptionQueries } from "./subscriptions";

export function createSubscriptionExecutor(change: PlannedSubscriptionChange): ChangeExecutor {
  if (change.kind === "create") {
    const { body } = change;
    return {
      recordId: null,
      canVerify: false,
      scope: subscriptionScope,
      precheck: async (queryClient, api) => ({
        kind: "ready",
        send: (origin) => createSubscriptionJournaled(queryClient, api, body, origin),
      }),
    };
  }
  return {
    recordId: change.before.id,
    canVerify: true,
    scope: subscriptionScope,
    precheck: (queryClient, api, requireFresh) =>
      precheckSubscription(queryClient, api, change, requireFresh),
  };
}

async function precheckSubscription(
  queryClient: QueryClient,
  api: Api,
  change: Extract<PlannedSubscriptionChange, { kind: "change" }>,
  isOutcomeUnknown: boolean,
): Promise<Precheck> {
  const { before, body, undoes, precondition, replacedBy } = change;
  // Any change except a move to or from Trash must be compared with the current record.
  const requireFresh =
    isOutcomeUnknown || undoes !== undefined || precondition !== undefined || !isTrashMove(body);
  let current = requireFresh ? undefined : findNewestCached(queryClient, api, before.id);
  // The cache may be older than the plan, so only the server can confirm a conflict.
  if (requireFresh || (current !== undefined && compareWithExpected(current, change) !== "before")) {
    current = await fetchCurrentSubscription(queryClient, api, before.id);
  }
  const comparison = current === undefined ? "before" : compareWithExpected(current, change);
  if (current !== undefined && comparison === "neither") {
    return { kind: "changed", why: conflictMessage(current, change) };
  }
  if (comparison === "after") return { kind: "done" };
  if (replacedBy !== undefined) {
    const replacement = await fetchCurrentSubscription(queryClient, api, replacedBy.id);
    const why = replacementConflict(replacement, replacedBy, precondition ?? []);
    if (why !== null) return { kind: "changed", why };
  }
  const input = { id: before.id, body, before: current ?? before };
  return { kind: "ready", send: (origin) => updateSubscriptionJournaled(queryClient, api, input, origin) };
}

/** Whether the change only moves a record to or from Trash. Such a move overwrites no newer values. */
function isTrashMove(body: SubscriptionChange): boolean {
  return Object.keys(body).every((field) => field === "deleted");
}

function findNewestCached(queryClient: QueryClient, api: Api, id: number): Subscription | undefined {
  const { queryKey } = subscriptionQueries.detail(api, id);
  return findCachedSubscription(queryClient, api, id) ?? queryClient.getQueryData(queryKey);
}

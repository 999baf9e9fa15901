import type { QueryClient } from "@tanstack/react-query";
import { compareWithExpected, conflictMessage, replacementConflict } from "@/data/changes/conflict-check";
import type { ChangeExecutor, PlannedSubscriptionChange, Precheck } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import type { RereadPages } from "./reread-pages";
import {
  createSubscriptionJournaled,
  fetchCurrentSubscription,
  updateSubscriptionJournaled,
} from "./subscription-changes";
import { subscriptionScope } from "./subscription-collections";

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
    precheck: (queryClient, api, pages) => precheckSubscription(queryClient, api, change, pages),
  };
}

async function precheckSubscription(
  queryClient: QueryClient,
  api: Api,
  change: Extract<PlannedSubscriptionChange, { kind: "change" }>,
  pages?: RereadPages,
): Promise<Precheck> {
  const { before, body, precondition, replacedBy } = change;
  const current =
    (await pages?.find(before.id)) ?? (await fetchCurrentSubscription(queryClient, api, before.id));
  const comparison = compareWithExpected(current, change);
  if (comparison === "neither") return { kind: "changed", why: conflictMessage(current, change) };
  if (comparison === "after") return { kind: "done" };
  if (replacedBy !== undefined) {
    const replacement = await fetchCurrentSubscription(queryClient, api, replacedBy.id);
    const why = replacementConflict(replacement, replacedBy, precondition ?? []);
    if (why !== null) return { kind: "changed", why };
  }
  const input = { id: before.id, body, before: current };
  return { kind: "ready", send: (origin) => updateSubscriptionJournaled(queryClient, api, input, origin) };
}

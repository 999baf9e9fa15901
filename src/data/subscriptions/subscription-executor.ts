import type { Api } from "@/data/backend/backend";
import { compareWithExpected, conflictMessage, replacementConflict } from "@/data/changes/conflict-check";
import type { ChangeExecutor, PlannedSubscriptionChange, Precheck } from "@/data/changes/planned-change";
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
      precheck: async (api) => ({
        kind: "ready",
        send: (origin) => createSubscriptionJournaled(api, body, origin),
      }),
    };
  }
  return {
    recordId: change.before.id,
    canVerify: true,
    scope: subscriptionScope,
    precheck: (api, pages) => precheckSubscription(api, change, pages),
  };
}

async function precheckSubscription(
  api: Api,
  change: Extract<PlannedSubscriptionChange, { kind: "change" }>,
  pages?: RereadPages,
): Promise<Precheck> {
  const { before, body, precondition, replacedBy } = change;
  const current = (await pages?.find(before.id)) ?? (await fetchCurrentSubscription(api, before.id));
  const comparison = compareWithExpected(current, change);
  if (comparison === "neither") return { kind: "changed", why: conflictMessage(current, change) };
  if (comparison === "after") return { kind: "done" };
  if (replacedBy !== undefined) {
    const replacement = await fetchCurrentSubscription(api, replacedBy.id);
    const why = replacementConflict(replacement, replacedBy, precondition ?? []);
    if (why !== null) return { kind: "changed", why };
  }
  const input = { id: before.id, body, before: current };
  return { kind: "ready", send: (origin) => updateSubscriptionJournaled(api, input, origin) };
}

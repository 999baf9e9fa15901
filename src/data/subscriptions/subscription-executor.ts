import type { QueryClient } from "@tanstack/react-query";
import { getSubscription, type Subscription, type SubscriptionChange } from "@/contract/subscriptions";
import type { RecordWriter, Standing } from "@/data/changes/change-executor";
import { agreementOf, newerWords } from "@/data/changes/conflict-check";
import type { SubscriptionWrite } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { changeRecorded, createRecorded } from "./subscription-changes";
import { findLoaded, replaceInLists, subscriptionScope } from "./subscription-collections";
import { subscriptionQueries } from "./subscriptions";

/** How a run sends a write of a delivery. */
export function subscriptionWriter(write: SubscriptionWrite): RecordWriter {
  if (write.kind === "create") {
    const { body } = write;
    return {
      recordId: null,
      canBeLookedAt: false,
      scope: subscriptionScope,
      stand: async (queries, api) => ({
        kind: "ready",
        send: (origin) => createRecorded(queries, api, body, origin),
      }),
    };
  }
  return {
    recordId: write.before.id,
    canBeLookedAt: true,
    scope: subscriptionScope,
    stand: (queries, api, mustLook) => standOf(queries, api, write, mustLook),
  };
}

async function standOf(
  queries: QueryClient,
  api: Api,
  write: Extract<SubscriptionWrite, { kind: "change" }>,
  isUnclear: boolean,
): Promise<Standing> {
  const { before, body, undoes, asLongAs } = write;
  // It is for what stood there when it was planned, and nothing else.
  const mustLook = isUnclear || undoes !== undefined || asLongAs !== undefined || !isMove(body);
  let current = mustLook ? undefined : newestKnown(queries, api, before.id);
  // What is at hand may be older than the plan: only the server can say that somebody was faster.
  if (mustLook || (current !== undefined && agreementOf(current, write) !== "before")) {
    current = await look(queries, api, before.id);
  }
  const agreement = current === undefined ? "before" : agreementOf(current, write);
  if (current !== undefined && agreement === "neither") {
    return { kind: "changed", why: newerWords(current, write) };
  }
  if (agreement === "after") return { kind: "done" };
  const change = { id: before.id, body, before: current ?? before };
  return { kind: "ready", send: (origin) => changeRecorded(queries, api, change, origin) };
}

/** Whether it only goes to the bin or out of it: nothing newer is lost by that, so a look before it is not worth its request. */
function isMove(body: SubscriptionChange): boolean {
  return Object.keys(body).every((field) => field === "deleted");
}

/** What this page knows of a record without asking. */
function newestKnown(queries: QueryClient, api: Api, id: number): Subscription | undefined {
  const { queryKey } = subscriptionQueries.detail(api, id);
  return findLoaded(queries, api, id) ?? queries.getQueryData(queryKey);
}

async function look(queries: QueryClient, api: Api, id: number): Promise<Subscription> {
  const record = await api.client.request(getSubscription, { path: { project_id: api.projectId, id } });
  replaceInLists(queries, api, record);
  return record;
}

import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { type DeliveryPage, listDeliveries, sendTestDelivery } from "@/api/deliveries";
import { getRequestedWait } from "@/api/errors";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { type Api, defineStore } from "@/data/backend/backend";
import { getRefusal, isEndpointMissing, requestOptional } from "@/data/backend/optional-endpoint";
import { storedQuietSaves } from "@/data/browser-storage/local-storage";
import { sendJournaled } from "@/data/journal/journal";
import { diffRecipients, isUndeliveredChannel } from "@/lib/recipients/recipients";
import { parseInstant } from "@/lib/time/dates";
import { addJitter, boundWait, sleep } from "@/lib/time/wait";
import { changeEffects } from "./save-effect-messages";
import { hasSource, subscriptionScope } from "./subscriptions";

// Some servers ignore `send_test_now: false`, and no field shows it (server-generations, send_test_now in three
// states). The deliveries of a record show it: after a quiet save that would otherwise deliver, there are none.

/** A delivery starts within seconds, but a busy server may start it later. */
const FIRST_READ_MS = 20_000;
const LAST_READ_MS = 125_000;
/** A recent delivery may be the save's, because the clocks of browser and server differ. */
const MAX_CLOCK_SKEW_MS = 86_400_000;

export interface QuietSave {
  /** Null for a creation. */
  readonly before: Subscription | null;
  readonly change: SubscriptionChange;
  /** The server's response. */
  readonly record: Subscription;
  /** When the request was sent, in ms since 1970. */
  readonly sentAt: number;
}

/** The attempt in the background, by record. At most one. */
const getAttempts = defineStore(() => new Map<string, AbortController>());

const toRecordKey = (api: Api, id: number) => `${api.projectId} ${id}`;

/** Ends the attempt that watches this record, because a further save makes its deliveries ambiguous. */
export function endQuietSaveProof(api: Api, id: number): void {
  getAttempts(api).get(toRecordKey(api, id))?.abort();
}

/**
 * Finds out in the background whether the server complied with `send_test_now: false`. Reads the record's deliveries
 * twice, the second time at least two minutes after the save. Does nothing if the answer is already known, or if the
 * save proves nothing. Never rejects.
 */
export async function proveQuietSave(api: Api, save: QuietSave): Promise<void> {
  const { client } = api;
  const attempts = getAttempts(api);
  const isPointless =
    attempts.size > 0 ||
    storedQuietSaves.read(client.connection.id) === "proven" ||
    getRefusal(client, listDeliveries, { path: toPath(api, save) }) !== null ||
    !wouldDeliver(save);
  if (isPointless) return;
  const abort = new AbortController();
  const key = toRecordKey(api, save.record.id);
  attempts.set(key, abort);
  const signal = AbortSignal.any([abort.signal, api.signal]);
  try {
    await sleep(FIRST_READ_MS, signal);
    let finding = await findDelivery(api, save, signal);
    if (finding === "none") {
      await sleep(LAST_READ_MS - FIRST_READ_MS, signal);
      finding = await findDelivery(api, save, signal);
    }
    if (finding !== "unclear")
      storedQuietSaves.write(client.connection.id, finding === "none" ? "proven" : "broken");
  } catch {
    // The next quiet save tries again, unless the endpoint is refused.
  } finally {
    attempts.delete(key);
  }
}

/** Whether a server that ignores `send_test_now` certainly delivers after the save. */
function wouldDeliver({ before, change, record }: QuietSave): boolean {
  if (record.deleted || record.enabled === false || !hasSource(record)) return false;
  if (before === null) return !isUndeliveredChannel(record.target_type) && record.target_value.trim() !== "";
  const effects = changeEffects(before, change, { acceptsSendTestNow: true, quietSaves: "broken" });
  // It isn't known whether servers of 2026 treat another spelling as a new recipient.
  const isOnlyRespelled =
    Object.keys(change).every((field) => field === "target_value") &&
    record.target_type === "email" &&
    diffRecipients(before.target_value, record.target_value).added.length === 0;
  return !isOnlyRespelled && effects.some(({ sends, isOverdue }) => sends === true && !isOverdue);
}

const toPath = ({ projectId }: Api, { record }: QuietSave) => ({ project_id: projectId, id: record.id });

async function findDelivery(
  api: Api,
  save: QuietSave,
  signal: AbortSignal,
): Promise<"none" | "unclear" | "sent"> {
  const input = { path: toPath(api, save), query: {}, signal };
  const { results, broken } = await requestOptional(api.client, listDeliveries, input);
  const clockSkewMs = api.client.connectionStatus.get().clockSkewMs ?? 0;
  const sentAtOnServer = save.before === null ? Number.NEGATIVE_INFINITY : save.sentAt - clockSkewMs;
  const createdAt = (text: string | null) => parseInstant(text ?? "")?.getTime() ?? Number.NaN;
  const unplanned = results.filter(({ trigger_type }) => trigger_type !== "scheduled");
  // A test delivery is manual.
  const isSent = unplanned.some(
    ({ trigger_type, created_at }) => trigger_type !== "manual" && createdAt(created_at) >= sentAtOnServer,
  );
  if (isSent) return "sent";
  const isUnclear =
    broken.length > 0 ||
    unplanned.some(({ created_at }) => !(createdAt(created_at) < sentAtOnServer - MAX_CLOCK_SKEW_MS));
  return isUnclear ? "unclear" : "none";
}

const POLL_INTERVAL_MS = 5_000;
/** A delivery that takes longer counts as stuck, so the page isn't polled for it. */
export const MAX_SENDING_MS = 10 * 60_000;

function isBeingSent(page: DeliveryPage | null | undefined): boolean {
  const since = Date.now() - MAX_SENDING_MS;
  return (page?.results ?? []).some(
    ({ status, created_at }) => status === "starting" && Date.parse(created_at ?? "") > since,
  );
}

/** Returns past deliveries, or null if the server doesn't store them. Without a cursor, returns the newest ones. */
export function deliveryPageQuery(api: Api, id: number, cursor: string | null = null) {
  return queryOptions({
    queryKey: [...subscriptionScope(api), "deliveries", id, cursor],
    queryFn: async ({ signal }): Promise<DeliveryPage | null> => {
      try {
        return await requestOptional(api.client, listDeliveries, {
          path: { project_id: api.projectId, id },
          query: { ...(cursor !== null && { cursor }) },
          signal,
        });
      } catch (error) {
        if (isEndpointMissing(error)) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) =>
      isBeingSent(state.data) && boundWait(addJitter(getRequestedWait(state.error) ?? 0), POLL_INTERVAL_MS),
  });
}

/** Delivers to all recipients. Recorded in the journal, but can't be undone. */
export function testDeliveryMutation(api: Api) {
  return mutationOptions({
    mutationKey: [...subscriptionScope(api), "test"],
    mutationFn: async ({ id, title }: { readonly id: number; readonly title: string }) => {
      // The test delivery would look like a delivery of the last save.
      endQuietSaveProof(api, id);
      const described = { recordId: id, name: title, changes: [] };
      await sendJournaled(api, {
        intent: { resource: "subscription", kind: "tested", ...described },
        scope: subscriptionScope(api),
        origin: {},
        send: () => api.client.request(sendTestDelivery, { path: { project_id: api.projectId, id } }),
        describeResponse: () => described,
      });
    },
    meta: { invalidates: [[...subscriptionScope(api), "deliveries"]] },
  });
}

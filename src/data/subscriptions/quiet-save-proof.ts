import { type DeliveryPage, listDeliveries } from "@/api/deliveries";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { defineStore } from "@/data/backend/backend";
import { getRefusal, requestOptional } from "@/data/backend/optional-endpoint";
import { readQuietSaves, writeQuietSaves } from "@/data/browser-storage/server-memory";
import { isUndeliveredChannel } from "@/lib/recipients/channels";
import { diffRecipients } from "@/lib/recipients/recipient-text";
import { parseInstant } from "@/lib/time/dates";
import { sleep } from "@/lib/time/wait";
import { changeEffects } from "./save-effect-messages";
import { hasSource } from "./subscription-title";

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

interface Attempt {
  readonly recordKey: string;
  readonly abort: AbortController;
}

/** At most one. */
const getAttempts = defineStore(() => new Set<Attempt>());

const toRecordKey = (api: Api, id: number) => `${api.projectId} ${id}`;

/** Ends the attempt that watches this record, because a further save makes its deliveries ambiguous. */
export function endQuietSaveProof(api: Api, id: number): void {
  for (const attempt of getAttempts(api))
    if (attempt.recordKey === toRecordKey(api, id)) attempt.abort.abort();
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
    readQuietSaves(client.connection.id) === "proven" ||
    getRefusal(client, listDeliveries, { path: toPath(api, save) }) !== null ||
    !wouldDeliver(save);
  if (isPointless) return;
  const abort = new AbortController();
  const attempt = { recordKey: toRecordKey(api, save.record.id), abort };
  attempts.add(attempt);
  const signal = AbortSignal.any([abort.signal, api.signal]);
  try {
    await sleep(FIRST_READ_MS, signal);
    let finding = await findDelivery(api, save, signal);
    if (finding === "none") {
      await sleep(LAST_READ_MS - FIRST_READ_MS, signal);
      finding = await findDelivery(api, save, signal);
    }
    if (finding !== "unclear")
      writeQuietSaves(client.connection.id, finding === "none" ? "proven" : "broken");
  } catch {
    // The next quiet save tries again, unless the endpoint is refused.
  } finally {
    attempts.delete(attempt);
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
  const page = await requestOptional(api.client, listDeliveries, {
    path: toPath(api, save),
    query: {},
    signal,
  });
  return classifyDeliveries(page, save, api.client.connectionStatus.get().clockSkewMs ?? 0);
}

function classifyDeliveries(
  { results, broken }: DeliveryPage,
  { before, sentAt }: QuietSave,
  clockSkewMs: number,
): "none" | "unclear" | "sent" {
  const sentAtOnServer = before === null ? Number.NEGATIVE_INFINITY : sentAt - clockSkewMs;
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

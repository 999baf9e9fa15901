// Servers that mail people for a change, and what the app can know about it.
import { getResponse } from "msw";
import type { DbOptions } from "@/mocks/db";
import { runDeliveries } from "@/mocks/deliveries";
import { server } from "@/mocks/node";
import { override } from "@/mocks/scenarios";
import { TEST_TIME } from "../test-time";
import { createMockServer, type MockServer } from "./mock-server";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

export interface MailingServer extends Pick<DbOptions, "profile"> {
  readonly name: "2025" | "early 2026" | "autumn 2026";
  readonly ignoresSendTestNow?: boolean;
  /** Whether a change that asks for silence is delivered anyway. */
  readonly delivers: boolean;
  /** What the app can know about a change that asks for silence. */
  readonly announces: "will" | "may" | "none";
}

export const MAILING_SERVERS: readonly MailingServer[] = [
  { name: "2025", profile: "contract", delivers: true, announces: "will" },
  // Ignores `send_test_now`.
  { name: "early 2026", profile: "newer", ignoresSendTestNow: true, delivers: true, announces: "may" },
  // The app knows that the server complies with `send_test_now`.
  { name: "autumn 2026", profile: "newer", delivers: false, announces: "none" },
];

export interface Mailing {
  /** Whom a server mails if it sends a delivery for the change. */
  readonly mails: readonly string[];
  /**
   * Why servers mail: for the change (some only up to 2025 or since 2026), because the user asked them to, or in the next
   * hourly run.
   */
  readonly when: "change" | "change until 2025" | "change since 2026" | "request" | "run";
}

/** Returns what the app can know, and whether the server mails, according to the API's pages. */
export function expectMailing({ mails, when }: Mailing, { profile, announces, delivers }: MailingServer) {
  const isNewer = profile === "newer";
  if (mails.length === 0 || (when === "change since 2026" && !isNewer))
    return { level: "none", isMailed: false };
  if (when === "request" || when === "run") return { level: "will", isMailed: true };
  return { level: announces, isMailed: delivers && !(isNewer && when === "change until 2025") };
}

const RECORD = {
  insight: 4001,
  target_type: "email",
  target_value: "ana@example.com,bo@example.com",
  frequency: "weekly",
  interval: 1,
  byweekday: ["monday"],
  start_date: "2026-11-02T08:00:00Z",
  title: "Weekly figures",
};

interface DeliverySceneOptions {
  readonly projectId?: number;
  /** Overrides fields of the subscription, which another user creates a week before. */
  readonly record?: object;
  /** A change by another user, also a week before. */
  readonly earlier?: object;
}

/**
 * Creates a server with one subscription, which another user has created a week ago. Its next delivery is overdue if
 * someone has deleted or paused it since.
 */
export async function createDeliveryScene(
  mailingServer: MailingServer,
  { projectId = 3, record, earlier }: DeliverySceneOptions,
) {
  const { profile = "contract" } = mailingServer;
  const mocks = createMockServer({ profile, now: () => TEST_TIME });
  server.use(...createOldSaves(mocks, mailingServer));
  mocks.db.now = () => new Date(TEST_TIME.getTime() - WEEK_MS);
  const endpoint = `environments/${projectId}/subscriptions/`;
  const { id }: { readonly id: number } = await mocks.call(endpoint, "POST", { ...RECORD, ...record });
  if (earlier) await mocks.call(`${endpoint}${id}/`, "PATCH", earlier);
  mocks.db.now = () => TEST_TIME;
  if (!earlier) runDeliveries(mocks.db, projectId);
  return { mocks, id };
}

/** Creates handlers that ignore `send_test_now`, like servers of early 2026. */
function createOldSaves({ handlers }: MockServer, { ignoresSendTestNow }: MailingServer) {
  const save = async (request: Request) => {
    const { send_test_now: _ignored, ...fields } = await request.json();
    const { url, method, headers } = request;
    return getResponse(handlers, new Request(url, { method, headers, body: JSON.stringify(fields) }));
  };
  return ignoresSendTestNow
    ? [override("subscriptions.create", save), override("subscriptions.update", save)]
    : [];
}

/** Moves the server's clock on. Returns its time. */
export function passHour({ db }: MockServer): Date {
  const time = new Date(db.now().getTime() + HOUR_MS);
  db.now = () => time;
  return time;
}

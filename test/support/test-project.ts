import type { DbOptions } from "@/mocks/db";
import { server } from "@/mocks/node";
import type { ExportRow } from "@/mocks/seed/exports";
import { getUser } from "@/mocks/seed/people";
import type { SubscriptionRow } from "@/mocks/subscription-row";
import { buildApi } from "./builders";
import { createMockServer } from "./mock-server";

/**
 * Adds the mocks' handlers, and a client of project 3. It has dashboards from 201 and insights from 4001, and the given
 * subscriptions with IDs from 1. By default, they are daily and to an email.
 */
export function createTestProject(rows: readonly Partial<SubscriptionRow>[] = [], options: DbOptions = {}) {
  const mocks = createMockServer(options);
  const project = mocks.db.world.projects[2];
  if (!project) throw new RangeError("No project 3");
  const { subscriptions, exports } = mocks.db.tables(project);
  /** All requests, in the order in which they were sent. */
  const requests: Request[] = [];
  server.events.on("request:start", ({ request }) => void requests.push(request));
  function putSubscription({ id = subscriptions.nextId(), ...fields }: Partial<SubscriptionRow>) {
    const row = { ...SUBSCRIPTION, ...subscriptions.get(String(id)), ...fields, id };
    subscriptions.put(row);
    return row;
  }
  for (const row of rows) putSubscription(row);
  return {
    ...mocks,
    api: buildApi({ projectId: "3" }),
    requests,
    /** Requests that change something. */
    sent: () => requests.filter(({ method }) => method !== "GET"),
    subscriptions,
    /** Adds a subscription, or changes one. */
    putSubscription,
    exports,
    /** Adds an export that is pending, or changes one. */
    putExport({ id = exports.nextId(), ...fields }: Partial<ExportRow> = {}): ExportRow {
      const pending = {
        ...EXPORT,
        created_at: mocks.db.now().toISOString(),
        created_by: getUser(0).uuid,
      };
      const row = { ...pending, ...exports.get(String(id)), ...fields, id };
      exports.put(row);
      return row;
    },
  };
}
export type TestProject = ReturnType<typeof createTestProject>;

const SUBSCRIPTION: Omit<SubscriptionRow, "id"> = {
  dashboard: 201,
  insight: null,
  target_type: "email",
  target_value: "ana@x.co",
  frequency: "daily",
  interval: 1,
  byweekday: null,
  bysetpos: null,
  count: null,
  start_date: "2026-11-02T08:00:00Z",
  until_date: null,
  created_at: "2026-01-01T00:00:00Z",
  created_by: null,
  deleted: false,
  title: null,
  next_delivery_date: null,
};

const EXPORT = {
  dashboard: null,
  insight: null,
  export_format: "image/png",
  export_context: null,
  expires_after: "2099-01-01T00:00:00Z",
  exception: null,
  durationMs: Number.POSITIVE_INFINITY,
} as const;

import { createDemoBackend, type Demo } from "@/app/connection/backend";
import type { Api } from "@/data/backend/backend";
import { markDemoContent } from "@/data/browser-storage/local-storage";
import { addMissingViews, readSavedViews, type SavedView } from "@/data/browser-storage/project-settings";
import { storeEntry } from "@/data/journal/journal";
import { DEMO_ENTRY_TAB, type JournalEntry } from "@/data/journal/journal-entry";
import { deleteConnectionEntries } from "@/data/journal/journal-store";
import { addVitalPaths, hasVitalPaths } from "@/data/web-vitals/web-vitals";

const PROJECT_ID = "1";
const MINUTE_MS = 60_000;

const formatSearch = (params: Record<string, string>) => new URLSearchParams(params).toString();

const SAVED_VIEWS: readonly (readonly [list: string, views: readonly SavedView[]])[] = [
  [
    "subscriptions",
    [
      { id: "demo-week", name: "Next 7 days", search: formatSearch({ q: "next:today..+7d", sort: "next" }) },
      { id: "demo-growth", name: "Growth overview", search: formatSearch({ q: 'source:"growth overview"' }) },
      { id: "demo-overdue", name: "Overdue", search: formatSearch({ q: "is:overdue" }) },
    ],
  ],
  ["exports", [{ id: "demo-failed", name: "Failed", search: formatSearch({ q: "is:failed" }) }]],
];

const VITAL_PATHS: readonly string[] = [
  "/app/dashboard",
  "/checkout/review",
  "/app/insights",
  "/checkout",
  "/blog",
  "/signup",
];

/** Adds changes on the first visit to the demo. Also adds saved views and web vitals paths where the user has none. */
export async function addDemoContent(demo: Demo): Promise<void> {
  // If the first visit can't be marked, each visit would add removed content again.
  if (!markDemoContent()) return;
  const api = createDemoApi(demo);
  for (const [list, views] of SAVED_VIEWS)
    if (readSavedViews(api, list).length === 0) addMissingViews(api, list, views);
  if (!hasVitalPaths(api)) addVitalPaths(api, VITAL_PATHS);
  await addChanges(api);
}

/** Deletes all other changes, because they refer to the records before the reset. */
export async function restoreDemoContent(demo: Demo): Promise<void> {
  const api = createDemoApi(demo);
  markDemoContent();
  for (const [list, views] of SAVED_VIEWS) addMissingViews(api, list, views);
  addVitalPaths(api, VITAL_PATHS);
  await deleteConnectionEntries(api.client.connection.id);
  await addChanges(api);
}

function createDemoApi(demo: Demo): Api {
  return { ...createDemoBackend(demo), projectId: PROJECT_ID };
}

async function addChanges({ client: { connection }, projectId }: Api): Promise<void> {
  const now = Date.now();
  for (const [index, { minutesAgo, ...change }] of DEMO_CHANGES.entries()) {
    const time = now - minutesAgo * MINUTE_MS;
    await storeEntry({
      // Sorts by time, like IDs from `newEntryId`. Among entries with the same time, the first in `DEMO_CHANGES` sorts
      // as the newest.
      id: `${time.toString(36).padStart(9, "0")}-${String(DEMO_CHANGES.length - index).padStart(3, "0")}-demo`,
      connection: connection.id,
      server: connection.label,
      projectId,
      at: new Date(time).toISOString(),
      ...change,
      outcome: "done",
      reason: "This change is part of the demo data. You didn't make it.",
      undoes: null,
      undoneBy: null,
      tab: DEMO_ENTRY_TAB,
    });
  }
}

/** A change that Activity shows in the demo. Its `after` values equal those of the mocks' records. */
type DemoChange = Pick<JournalEntry, "resource" | "recordId" | "name" | "kind" | "changes" | "batch"> & {
  readonly minutesAgo: number;
};

const HOUR = 60;
const DAY = 24 * HOUR;
const FORMER = "marta.kowalska@harbourline.example";
const SUCCESSOR = "hannah.orourke@harbourline.example";
const REPLACEMENT = {
  id: "demo-replacement",
  label: `Replace ${FORMER} with ${SUCCESSOR} in 3 subscriptions`,
};

function demoChange(
  minutesAgo: number,
  record: Pick<JournalEntry, "resource" | "recordId" | "name" | "kind">,
  changes: JournalEntry["changes"],
  batch: JournalEntry["batch"] = null,
): DemoChange {
  return { minutesAgo, ...record, changes, batch };
}

function replaceRecipient(recordId: number, name: string, after: string): DemoChange {
  const before = after.replace(SUCCESSOR, FORMER);
  const record = { resource: "subscription", recordId, name, kind: "changed" } as const;
  return demoChange(DAY, record, [{ field: "target_value", before, after }], REPLACEMENT);
}

const DEMO_CHANGES: readonly DemoChange[] = [
  demoChange(8, { resource: "export", recordId: 7038, name: "export-checkout-funnel.pdf", kind: "created" }, [
    { field: "dashboard", before: undefined, after: 203 },
    { field: "export_format", before: undefined, after: "application/pdf" },
  ]),
  demoChange(2 * HOUR, { resource: "subscription", recordId: 1059, name: "Retention", kind: "changed" }, [
    { field: "title", before: "Retention", after: "Retention cohorts" },
  ]),
  replaceRecipient(
    1057,
    "Campaign results",
    `claire.dubois@harbourline.example,${SUCCESSOR},elise.fontaine@harbourline.example,lin.zhao@harbourline.example,isabel.navarro@harbourline.example`,
  ),
  replaceRecipient(1033, "Email opens by campaign", `${SUCCESSOR},claire.dubois@harbourline.example`),
  replaceRecipient(
    1026,
    "Acquisition by channel",
    `claire.dubois@harbourline.example,${SUCCESSOR},ana.ferreira@harbourline.example`,
  ),
  demoChange(
    2 * DAY,
    {
      resource: "member",
      recordId: "30e1272d-7423-4b8a-a2b9-db2abe40fd7f",
      name: "Mei Tanaka",
      kind: "changed",
    },
    [{ field: "level", before: 1, after: 8 }],
  ),
  demoChange(
    4 * DAY,
    { resource: "subscription", recordId: 1021, name: "Old pricing page", kind: "deleted" },
    [{ field: "deleted", before: false, after: true }],
  ),
  demoChange(
    20 * DAY,
    {
      resource: "subscription",
      recordId: 1018,
      name: "Pipeline review, after the holidays",
      kind: "changed",
    },
    [{ field: "enabled", before: true, after: false }],
  ),
];

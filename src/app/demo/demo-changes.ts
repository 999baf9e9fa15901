import type { JournalEntry } from "@/data/journal/journal-entry";

/**
 * A change that Activity shows in the demo. Its `after` values equal those of the mocks'
 * records.
 */
export type DemoChange = Pick<
  JournalEntry,
  "resource" | "recordId" | "name" | "kind" | "changes" | "batch"
> & {
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

function replaceRecipient(
  recordId: number,
  name: string,
  recipients: string,
  minutesAgo: number,
): DemoChange {
  const before = recipients.replace(SUCCESSOR, FORMER);
  return {
    minutesAgo,
    resource: "subscription",
    recordId,
    name,
    kind: "changed",
    changes: [{ field: "target_value", before, after: recipients }],
    batch: REPLACEMENT,
  };
}

/** Newest first. */
export const DEMO_CHANGES: readonly DemoChange[] = [
  {
    minutesAgo: 8,
    resource: "export",
    recordId: 7038,
    name: "export-checkout-funnel.pdf",
    kind: "created",
    changes: [
      { field: "dashboard", before: undefined, after: 203 },
      { field: "export_format", before: undefined, after: "application/pdf" },
    ],
    batch: null,
  },
  {
    minutesAgo: 2 * HOUR,
    resource: "subscription",
    recordId: 1059,
    name: "Retention",
    kind: "changed",
    changes: [{ field: "title", before: "Retention", after: "Retention cohorts" }],
    batch: null,
  },
  replaceRecipient(
    1057,
    "Campaign results",
    `claire.dubois@harbourline.example,${SUCCESSOR},elise.fontaine@harbourline.example,lin.zhao@harbourline.example,isabel.navarro@harbourline.example`,
    DAY,
  ),
  replaceRecipient(1033, "Email opens by campaign", `${SUCCESSOR},claire.dubois@harbourline.example`, DAY),
  replaceRecipient(
    1010,
    "Acquisition by channel",
    `claire.dubois@harbourline.example,${SUCCESSOR},ana.ferreira@harbourline.example`,
    DAY,
  ),
  {
    minutesAgo: 2 * DAY,
    resource: "member",
    recordId: "30e1272d-7423-4b8a-a2b9-db2abe40fd7f",
    name: "Mei Tanaka",
    kind: "changed",
    changes: [{ field: "level", before: 1, after: 8 }],
    batch: null,
  },
  {
    minutesAgo: 4 * DAY,
    resource: "subscription",
    recordId: 1005,
    name: "Old pricing page",
    kind: "deleted",
    changes: [{ field: "deleted", before: false, after: true }],
    batch: null,
  },
  {
    minutesAgo: 20 * DAY,
    resource: "subscription",
    recordId: 1000,
    name: "Pipeline review, after the holidays",
    kind: "changed",
    changes: [{ field: "enabled", before: true, after: false }],
    batch: null,
  },
];

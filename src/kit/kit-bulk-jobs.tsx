import { useState } from "react";
import { JobProgress } from "@/ui/feedback/job-progress";
import { MenuButton } from "@/ui/overlay/menu-button";
import { Section } from "@/ui/primitives/section";
import { ChangeReview, ChangeRow, type ReviewedChange } from "@/ui/virtual-list/change-review";
import { VirtualListScroll } from "@/ui/virtual-list/virtual-list-scroll";
import classes from "./kit.module.css";

const CHANGES: readonly ReviewedChange[] = [
  {
    name: "Weekly revenue",
    status: { tone: "positive", label: "Done" },
    fields: [
      { label: "Recipients", removed: ["ana@example.com"], added: ["bo@example.com"], unchangedCount: 3 },
    ],
  },
  {
    name: "Churn of the month",
    status: { tone: "danger", label: "Failed" },
    fields: [{ label: "End", before: "no end", after: "Thu, 31 Dec 2026, 23:00" }],
    note: "Invalid request. The server gave no reason.",
  },
  {
    name: "Signups",
    fields: [{ label: "State", before: "Not in Trash", after: "In Trash" }],
    warning: "1 person gets a delivery immediately.",
  },
];
const EMPTY_CHANGE: ReviewedChange = { name: "A single row", fields: [], note: "It has no changes." };

export function KitBulkJobs() {
  const [retryAt] = useState(() => Date.now() + 90_000);
  return (
    <Section title="Many changes at once">
      <JobProgress title="Running" done={332} total={1_000} detail="12 failed" />
      <JobProgress title="Waiting" done={640} total={1_000} retryAt={retryAt} />
      <div style={{ display: "grid", height: 260 }}>
        <ChangeReview
          label="Changes of a kit"
          count={5_000}
          getChange={(index) => ({
            ...(CHANGES[index % CHANGES.length] ?? EMPTY_CHANGE),
            name: `Record ${index + 1}`,
          })}
        />
      </div>
      <ChangeRow change={EMPTY_CHANGE} />
      <div style={{ display: "grid", height: 120 }}>
        <VirtualListScroll
          label="Numbers of a kit"
          count={100_000}
          estimatedItemHeight={24}
          renderItem={(index) => `Line ${index + 1}`}
        />
      </div>
      <div className={classes.row}>
        <MenuButton
          label="Actions"
          actions={() => [
            { id: "one", label: "Rename", onSelect: () => undefined },
            { id: "two", label: "Delete", tone: "danger", onSelect: () => undefined },
          ]}
        />
        <MenuButton label="Not now" disabledReason="The API key is missing the scope." actions={() => []} />
      </div>
    </Section>
  );
}

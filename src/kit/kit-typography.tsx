import { RawJson } from "@/ui/feedback/raw-json";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { ChipList } from "@/ui/form/tags";
import { KeyValueList } from "@/ui/primitives/key-value";
import { Section } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import classes from "./kit.module.css";

const people = [
  "ana@example.com",
  "a-rather-long-address-of-somebody@analytics.example.com",
  "raj@example.com",
];
const chips = [
  { label: "odd@else.example", tone: "warning" } as const,
  ...people.map((label) => ({ label })),
];

/** Values as they are shown, not edited. */
export function KitWords() {
  return (
    <Section title="Words and values">
      <KeyValueList
        items={[
          { label: "Status", value: <States /> },
          { label: "Recipients", value: <ChipList label="Recipients" items={chips} /> },
          { label: "All of them", value: <ChipList label="All recipients" items={chips} max={4} /> },
          { label: "Nobody", value: <ChipList label="No recipients" items={[]} /> },
          { label: "Next delivery", value: <TimeStamp iso="2026-11-23T08:00:00Z" /> },
          { label: "Exactly", value: <TimeStamp iso="2026-11-23T08:00:00Z" mode="exact" /> },
          {
            label: "In another zone",
            value: <TimeStamp iso="2026-11-23T08:00:00Z" mode="exact" zone="America/New_York" />,
          },
          { label: "Never", value: <TimeStamp iso={null} fallback="Never" /> },
          { label: "No date", value: <TimeStamp iso="the day after" /> },
          { label: "A long word", value: "https://example.com/".padEnd(180, "webhook-") },
        ]}
      />
      <RawJson
        label="Raw record"
        value={{ id: 12, title: "Weekly revenue", target_value: people.join(",") }}
      />
    </Section>
  );
}

function States() {
  return (
    <div className={classes.row}>
      <Status tone="positive" label="Active" />
      <Status tone="neutral" label="Ended" detail="3 days ago" />
      <Status tone="warning" label="Overdue" />
      <Status tone="danger" label="Failed" />
    </div>
  );
}

import { LocalAndUtcTime } from "@/ui/feedback/local-and-utc-time";
import { RawJson } from "@/ui/feedback/raw-json";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { TagList } from "@/ui/form/tag-list";
import { KeyValueList } from "@/ui/primitives/key-value-list";
import { MaskedText } from "@/ui/primitives/masked-text";
import { Section } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import classes from "./kit.module.css";

const EMAILS = [
  "ana@example.com",
  "a-rather-long-address-of-somebody@analytics.example.com",
  "raj@example.com",
];
const tags = [{ label: "odd@else.example", tone: "warning" } as const, ...EMAILS.map((label) => ({ label }))];

export function KitTypography() {
  return (
    <Section title="Words and values">
      <KeyValueList
        items={[
          {
            label: "Webhook",
            value: (
              <MaskedText
                mask="hooks.example.com/…81qP"
                text="https://hooks.example.com/T024/kZ81qP"
                noun="webhook URL"
              />
            ),
          },

          { label: "Status", value: <Statuses /> },
          { label: "Recipients", value: <TagList label="Recipients" items={tags} /> },
          { label: "All of them", value: <TagList label="All recipients" items={tags} max={4} /> },
          { label: "Nobody", value: <TagList label="No recipients" items={[]} /> },
          { label: "Next delivery", value: <TimeStamp iso="2026-11-23T08:00:00Z" /> },
          { label: "Exactly", value: <TimeStamp iso="2026-11-23T08:00:00Z" mode="exact" /> },
          { label: "Local time and UTC", value: <LocalAndUtcTime iso="2026-11-23T08:00:00Z" /> },
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
        value={{ id: 12, title: "Weekly revenue", target_value: EMAILS.join(",") }}
      />
    </Section>
  );
}

function Statuses() {
  return (
    <div className={classes.row}>
      <Status tone="positive" label="Active" />
      <Status tone="neutral" label="Ended" detail="3 days ago" />
      <Status tone="warning" label="Overdue" />
      <Status tone="danger" label="Failed" />
    </div>
  );
}

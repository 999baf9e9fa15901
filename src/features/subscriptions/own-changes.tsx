import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api-context";
import { type FieldChange, type OwnChange, ownChangeQueries } from "@/data/own-changes";
import { Section } from "@/ui/section";
import { TimeStamp } from "@/ui/time-stamp";
import classes from "./own-changes.module.css";
import { useNow } from "./use-now";

const KINDS: Readonly<Record<OwnChange["kind"], string>> = {
  created: "Scheduled",
  changed: "Changed",
  deleted: "Deleted",
  restored: "Restored",
};

const FIELDS = new Map([
  ["title", "Title"],
  ["target_type", "Channel"],
  ["target_value", "Recipients"],
  ["dashboard", "Dashboard"],
  ["insight", "Insight"],
  ["frequency", "Unit"],
  ["interval", "Every"],
  ["byweekday", "Weekdays"],
  ["bysetpos", "Position"],
  ["start_date", "Start"],
  ["until_date", "End"],
  ["count", "Number of deliveries"],
  ["invite_message", "Message"],
]);

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** "Title: Weekly figures → Figures of the week" */
function fieldWords({ field, before, after }: FieldChange): string {
  return `${FIELDS.get(field) ?? field}: ${valueWords(before)} → ${valueWords(after)}`;
}

/** What was done to this delivery from this tab, newest first; nothing where nothing was. */
export function OwnChanges({ id }: { readonly id: number }) {
  const { data } = useQuery(ownChangeQueries.of(useApi(), id));
  const now = useNow();
  if (data.length === 0) return null;
  return (
    <Section title="Changed in this tab">
      <ol className={classes.list}>
        {data.map((change) => (
          <li key={change.number} className={classes.change}>
            <p>
              {KINDS[change.kind]} <TimeStamp iso={change.at} now={now} />
            </p>
            {change.fields.map((field) => (
              <p key={field.field} className={classes.field}>
                {fieldWords(field)}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Section>
  );
}

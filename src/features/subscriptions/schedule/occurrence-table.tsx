import { toLocaleTimes } from "@/lib/time/clock-time";
import { formatInstant } from "@/lib/time/dates";
import { useNow } from "@/ui/hooks/use-now";
import classes from "./occurrence-table.module.css";

interface OccurrenceTableProps {
  /** ISO 8601 in UTC. */
  readonly dates: readonly string[];
  /** IANA time zone. */
  readonly zone: string;
  readonly label: string;
  /** Whether to format times as the browser's time inputs do. */
  readonly hasLocaleHours?: boolean;
}

export function OccurrenceTable({ dates, zone, label, hasLocaleHours = false }: OccurrenceTableProps) {
  const now = useNow();
  const format = (iso: string, shownZone: string) => {
    const text = formatInstant(iso, { zone: shownZone, now });
    return hasLocaleHours ? toLocaleTimes(text) : text;
  };
  const hasUtcColumn = zone !== "UTC";
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{zone}</th>
          {hasUtcColumn && <th scope="col">UTC</th>}
        </tr>
      </thead>
      <tbody>
        {dates.map((iso) => (
          <tr key={iso}>
            <td>
              <time dateTime={iso}>{format(iso, zone)}</time>
            </td>
            {hasUtcColumn && <td>{format(iso, "UTC")}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

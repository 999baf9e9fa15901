import { formatInstant } from "@/lib/time/dates";
import { useNow } from "@/ui/hooks/use-now";
import classes from "./occurrence-table.module.css";

interface OccurrenceTableProps {
  /** ISO 8601 in UTC. */
  readonly dates: readonly string[];
  /** IANA time zone. */
  readonly zone: string;
  readonly label: string;
}

export function OccurrenceTable({ dates, zone, label }: OccurrenceTableProps) {
  const now = useNow();
  const format = (iso: string, shownZone: string) => formatInstant(iso, { zone: shownZone, now });
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

import { formatInstant } from "@/lib/time/dates";
import { useNow } from "@/ui/hooks/use-now";
import classes from "./occurrence-table.module.css";

interface OccurrenceTableProps {
  /** ISO 8601 in UTC. */
  readonly dates: readonly string[];
  /** IANA zone. */
  readonly zone: string;
  readonly label: string;
}

/** Shows upcoming deliveries in the local zone and in UTC. */
export function OccurrenceTable({ dates, zone, label }: OccurrenceTableProps) {
  const now = useNow();
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
              <time dateTime={iso}>{formatInstant(iso, { zone, now })}</time>
            </td>
            {hasUtcColumn && <td>{formatInstant(iso, { zone: "UTC", now })}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

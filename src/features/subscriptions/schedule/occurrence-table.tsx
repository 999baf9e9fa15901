import { formatInstant } from "@/lib/time/dates";
import { useNow } from "@/ui/hooks/use-now";
import classes from "./occurrence-table.module.css";

interface OccurrenceTableProps {
  /** ISO 8601 in UTC. */
  readonly dates: readonly string[];
  /** IANA zone of the person. */
  readonly zone: string;
  readonly label: string;
}

/** Deliveries to come, in the person's zone and in UTC side by side; once where both are the same. */
export function OccurrenceTable({ dates, zone, label }: OccurrenceTableProps) {
  const now = useNow();
  const isElsewhere = zone !== "UTC";
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{zone}</th>
          {isElsewhere && <th scope="col">UTC</th>}
        </tr>
      </thead>
      <tbody>
        {dates.map((iso) => (
          <tr key={iso}>
            <td>
              <time dateTime={iso}>{formatInstant(iso, { zone, now })}</time>
            </td>
            {isElsewhere && <td>{formatInstant(iso, { zone: "UTC", now })}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

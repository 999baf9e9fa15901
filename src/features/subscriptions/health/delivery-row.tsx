import type { ReactNode } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { localZone } from "@/lib/dates";
import { formatCount } from "@/lib/numbers";
import { paths } from "@/lib/paths";
import { recipientLabel } from "@/lib/recipients";
import { scheduleWords } from "@/lib/schedule-words";
import { ChipList } from "@/ui/chips";
import { Link } from "@/ui/link";
import { PLAIN_LIST, writeListFilters } from "../subscription-filters";
import { recipientsOf, sourceLabel, titleOf } from "../subscription-rules";
import classes from "./health.module.css";

const SHOWN_RECIPIENTS = 3;

interface DeliveryRowProps {
  readonly record: Subscription;
  /** Whose hours are told; the person's own by default. */
  readonly zone?: string;
  /** Before the title, such as a choice. */
  readonly mark?: ReactNode;
  readonly actions?: ReactNode;
  /** What is to be said of it here. */
  readonly children?: ReactNode;
}

/** A delivery with what is to be said of it, and what can be done. */
export function DeliveryRow({ record, zone = localZone(), mark, actions, children }: DeliveryRowProps) {
  const { projectId } = useApi();
  const recipients = recipientsOf(record).map((item) => ({
    label: recipientLabel(record.target_type, item),
  }));
  return (
    <li className={classes.row}>
      {mark}
      <div className={classes.words}>
        <Link className={classes.name} to={paths.subscription(projectId, record.id)}>
          {titleOf(record).text}
        </Link>
        <div className={classes.facts}>
          <span>{sourceLabel(record)}</span>
          <span>{scheduleWords(record, { zone, at: record.next_delivery_date })}</span>
          {recipients.length > 0 && <ChipList items={recipients} max={SHOWN_RECIPIENTS} label="Recipients" />}
        </div>
        {children !== undefined && <div className={classes.why}>{children}</div>}
      </div>
      {actions !== undefined && (
        <div className={classes.actions} data-no-print>
          {actions}
        </div>
      )}
    </li>
  );
}

interface AllInListProps {
  /** In the query language. */
  readonly query: string;
  readonly count: number;
  /** How many are named here already. */
  readonly shown: number;
}

/** The way to all of them in the list, where they can be sorted, selected and downloaded. */
export function AllInList({ query, count, shown }: AllInListProps) {
  const { projectId } = useApi();
  return (
    <p className={classes.all}>
      <Link to={`${paths.subscriptions(projectId)}${writeListFilters({ ...PLAIN_LIST, query })}`}>
        {count > shown ? `Show all ${formatCount(count)} in the list` : "Show in the list"}
      </Link>
    </p>
  );
}

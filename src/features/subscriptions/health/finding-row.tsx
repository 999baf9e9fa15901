import type { ReactNode } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { PLAIN_LIST, writeListFilters } from "@/features/subscriptions/model/subscription-filters";
import { recipientsOf, sourceLabel, titleOf } from "@/features/subscriptions/model/subscription-rules";
import { recipientLabel } from "@/lib/recipients/recipients";
import { scheduleWords } from "@/lib/schedule/format-schedule";
import { formatCount } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { ChipList } from "@/ui/form/tags";
import { Link } from "@/ui/primitives/link";
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

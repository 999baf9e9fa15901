import type { ReactNode } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import {
  DEFAULT_LIST_FILTERS,
  formatSubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import {
  getRecipients,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/features/subscriptions/model/subscription-rules";
import { recipientLabel } from "@/lib/recipients/recipients";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import { formatCount } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { TagList } from "@/ui/form/tag-list";
import { Link } from "@/ui/primitives/link";
import classes from "./health.module.css";

const MAX_SHOWN_RECIPIENTS = 3;

interface FindingRowProps {
  readonly record: Subscription;
  /** IANA zone of the displayed times. Defaults to the local zone. */
  readonly zone?: string;
  /** Element before the title, such as a radio button. */
  readonly badge?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function FindingRow({ record, zone = localZone(), badge, actions, children }: FindingRowProps) {
  const { names } = useSourceNames();
  const { projectId } = useApi();
  const recipients = getRecipients(record).map((item) => ({
    label: recipientLabel(record.target_type, item),
  }));
  return (
    <li className={classes.row}>
      {badge}
      <div className={classes.words}>
        <Link className={classes.name} to={paths.subscription(projectId, record.id)}>
          {subscriptionTitle(record, names).text}
        </Link>
        <div className={classes.facts}>
          <span>{subscriptionSourceLabel(record, names)}</span>
          <span>{formatSchedule(record, { zone, at: record.next_delivery_date })}</span>
          {recipients.length > 0 && (
            <TagList items={recipients} max={MAX_SHOWN_RECIPIENTS} label="Recipients" />
          )}
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

interface ShowAllLinkProps {
  /** Search query, such as `is:overdue`. */
  readonly query: string;
  readonly count: number;
  readonly shownCount: number;
}

/** Links to all matching subscriptions in the list. */
export function ShowAllLink({ query, count, shownCount }: ShowAllLinkProps) {
  const { projectId } = useApi();
  return (
    <p className={classes.all}>
      <Link
        to={`${paths.subscriptions(projectId)}${formatSubscriptionListFilters({ ...DEFAULT_LIST_FILTERS, query })}`}
      >
        {count > shownCount ? `Show all ${formatCount(count)} in the list` : "Show in the list"}
      </Link>
    </p>
  );
}

import { Box, Group } from "@mantine/core";
import { createContext, type ReactNode, use } from "react";
import { Link } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import type { RecipientNames } from "@/features/subscriptions/model/recipient-names";
import {
  DEFAULT_LIST_FILTERS,
  formatSubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import {
  getRecipients,
  shortenLabel,
  subscriptionLabel,
  subscriptionSourceLabel,
} from "@/features/subscriptions/model/subscription-rules";
import { recipientLabel } from "@/lib/recipients/recipients";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import { formatCount, formatList } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { SectionLink } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import classes from "./health.module.css";

const MAX_SHOWN_RECIPIENTS = 3;

/** Function that names recipients. The default returns an address, Slack channel, or host. */
export const RecipientNamesContext = createContext<RecipientNames>(recipientLabel);

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
  const recipients = useRecipientsLabel(record);
  return (
    <Group component="li" gap="6px 12px" align="flex-start" py={10} fz="sm" className={classes.row}>
      {badge}
      <Box flex="1 1 320px" miw={0}>
        <Link className={shared.titleLink} to={paths.subscription(projectId, record.id)}>
          {subscriptionLabel(record, names)}
        </Link>
        <div className={`${shared.dim} ${shared.anywhere} ${classes.facts}`}>
          <span>{shortenLabel(subscriptionSourceLabel(record, names))}</span>
          <span>{formatSchedule(record, { zone, at: record.next_delivery_date })}</span>
          {recipients !== null && <span>{recipients}</span>}
        </div>
        {children !== undefined && (
          <Box mt={2} className={`${shared.anywhere} ${shared.numeric}`}>
            {children}
          </Box>
        )}
      </Box>
      {actions !== undefined && (
        <Group gap="xs" data-no-print>
          {actions}
        </Group>
      )}
    </Group>
  );
}

/** Returns the names of the first recipients, such as "Ana Ferreira, #growth, and 2 more". Null without recipients. */
function useRecipientsLabel(record: Subscription): string | null {
  const recipientName = use(RecipientNamesContext);
  const recipients = getRecipients(record);
  if (recipients.length === 0) return null;
  const shown = recipients
    .slice(0, MAX_SHOWN_RECIPIENTS)
    .map((recipient) => shortenLabel(recipientName(record.target_type, recipient)));
  const hidden = recipients.length - shown.length;
  return formatList(hidden > 0 ? [...shown, `${formatCount(hidden)} more`] : shown);
}

interface ListLinkProps {
  /** Search query, such as `is:overdue`. */
  readonly query: string;
}

function useListPath({ query }: ListLinkProps): string {
  const filters = formatSubscriptionListFilters({ ...DEFAULT_LIST_FILTERS, query });
  return `${paths.subscriptions(useApi().projectId)}${filters}`;
}

/** Links to the matching subscriptions in the list, where they can be selected. */
export function ListLink(props: ListLinkProps) {
  return <SectionLink to={useListPath(props)}>Show in list</SectionLink>;
}

interface ShowAllLinkProps extends ListLinkProps {
  readonly count: number;
  readonly shownCount: number;
}

/** Links to all matching subscriptions in the list. Renders nothing if all are shown. */
export function ShowAllLink({ query, count, shownCount }: ShowAllLinkProps) {
  const path = useListPath({ query });
  if (count <= shownCount) return null;
  return (
    <p className={classes.all}>
      <Link to={path}>{`Show all ${formatCount(count)} in list`}</Link>
    </p>
  );
}

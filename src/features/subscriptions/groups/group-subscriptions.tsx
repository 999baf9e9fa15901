import { Anchor, Box, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useSourceNames } from "@/data/catalog/source-names";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { describeSubscriptionState, getDueDate } from "@/features/subscriptions/model/subscription-rules";
import { SubscriptionStatus } from "@/features/subscriptions/model/subscription-status";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { SkeletonLines } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { SideDrawer } from "@/ui/overlay/frames";
import { LinkButton } from "@/ui/primitives/link-button";
import { ListIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { excludedSubscriptionsMessage, formatPerWeek } from "./group-labels";
import { type GroupPage, nextDeliveryIso } from "./group-table";
import type { SubscriptionGroup } from "./subscription-groups";

interface GroupDrawerProps<Group extends SubscriptionGroup> {
  readonly page: GroupPage<Group>;
  readonly title: string;
  /** URL of the list of the group's subscriptions. */
  readonly listUrl: string | undefined;
  /** Completes "No subscription …". */
  readonly membership: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** Shows the page's open group, or why it isn't shown. */
export function GroupDrawer<Group extends SubscriptionGroup>(props: GroupDrawerProps<Group>) {
  const { page, title, listUrl, membership, actions, children } = props;
  const subject =
    page.coverage.totalCount === null ? "No subscription" : "None of the subscriptions loaded so far";
  return (
    <SideDrawer
      title={title}
      onClose={page.onCloseGroup}
      actions={
        listUrl !== undefined && (
          <>
            <LinkButton to={listUrl} leftSection={<ListIcon />}>
              Show subscriptions
            </LinkButton>
            {actions}
          </>
        )
      }
    >
      {page.openGroup && children}
      {!page.openGroup &&
        (page.isLoading ? <SkeletonLines count={6} /> : <p>{`${subject} ${membership}.`}</p>)}
    </SideDrawer>
  );
}

const MAX_SHOWN = 50;

/** Returns the facts that every kind of group has, as labels and values. */
export function groupFacts(group: SubscriptionGroup, now: Date) {
  const excludedMessage = excludedSubscriptionsMessage(group);
  return [
    {
      label: "Deliveries per week",
      value: (
        <>
          {formatPerWeek(group.perWeek)} on average
          {excludedMessage !== null && (
            <span className={shared.dim}>{`, not counting ${excludedMessage}`}</span>
          )}
        </>
      ),
    },
    { label: "Next delivery", value: <TimeStamp iso={nextDeliveryIso(group)} now={now} fallback="None" /> },
  ];
}

interface GroupSubscriptionsProps {
  readonly records: readonly Subscription[];
  readonly listUrl: string;
  readonly now: Date;
  readonly note?: string;
}

export function GroupSubscriptions({ records, listUrl, now, note }: GroupSubscriptionsProps) {
  const remainingCount = records.length - MAX_SHOWN;
  return (
    <section aria-labelledby="group-subscriptions">
      <Box id="group-subscriptions" component="h3" mb={6} fz="sm">
        {pluralize(records.length, "subscription", "subscriptions")}
      </Box>
      <ul className={`${shared.list} ${shared.divided}`}>
        {sortBySoonest(records)
          .slice(0, MAX_SHOWN)
          .map((record) => (
            <SubscriptionItem key={record.id} record={record} now={now} />
          ))}
      </ul>
      {remainingCount > 0 && (
        <Text mt="xs" c="dimmed" fz="sm">
          {formatCount(remainingCount)} more. <Link to={listUrl}>Show all subscriptions</Link>
        </Text>
      )}
      {note !== undefined && (
        <Text mt="xs" c="dimmed" fz="sm">
          {note}
        </Text>
      )}
    </section>
  );
}

function SubscriptionItem({ record, now }: { readonly record: Subscription; readonly now: Date }) {
  const { names } = useSourceNames();
  const { projectId } = useApi();
  const zone = localZone();
  const reading = describeSubscriptionState(record, now, names);
  return (
    <Group component="li" wrap="nowrap" align="flex-start" justify="space-between" py="xs" fz="sm">
      <Stack className={shared.anywhere} gap={2} miw={0}>
        <Anchor component={Link} to={paths.subscription(projectId, record.id)} fz="sm">
          {subscriptionTitle(record, names).text}
        </Anchor>
        <span className={shared.dim}>{formatSchedule(record, { zone, at: record.next_delivery_date })}</span>
      </Stack>
      <Box component="span" className={shared.nowrap} flex="none">
        {reading.state === "active" ? (
          <TimeStamp iso={record.next_delivery_date ?? null} zone={zone} now={now} />
        ) : (
          <SubscriptionStatus reading={reading} />
        )}
      </Box>
    </Group>
  );
}

/** Sorts by next delivery. Records without one come last. */
function sortBySoonest(records: readonly Subscription[]): readonly Subscription[] {
  const nextTime = (record: Subscription) => {
    const next = getDueDate(record);
    return next === null ? Infinity : Date.parse(next);
  };
  return records.toSorted((a, b) => {
    const [first, second] = [nextTime(a), nextTime(b)];
    return first < second ? -1 : first > second ? 1 : a.id - b.id;
  });
}

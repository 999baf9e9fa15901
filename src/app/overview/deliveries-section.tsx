import { useMemo } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { sourceNameOf } from "@/data/catalog/source-labels";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import type { CollectionState } from "@/data/collection/collection";
import { OUTDATED_LIST_MESSAGE } from "@/data/subscriptions/outdated-list";
import {
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/features/subscriptions/model/subscription-rules";
import { paths } from "@/lib/url/paths";
import { isFirstLoad } from "@/ui/collection-table/collection-frame";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { deliverySourceMessage, loadedPartMessage } from "./overview-messages";
import { OverviewItem, OverviewSection } from "./overview-section";
import { findUpcomingDeliveries } from "./upcoming-deliveries";

export interface SubscriptionsProps {
  readonly state: CollectionState<Subscription>;
  readonly now: Date;
}

const MAX_SHOWN = 8;

export function DeliveriesSection({ state, now }: SubscriptionsProps) {
  const { names } = useSourceNames();
  const { projectId } = useApi();
  const { records, count, phase, isOutdated } = state;
  const upcoming = useMemo(() => findUpcomingDeliveries(records, now, names), [records, now, names]);
  const shown = useMemo(() => upcoming.slice(0, MAX_SHOWN), [upcoming]);
  useLoadSourceNames(useMemo(() => shown.map(({ record }) => record), [shown]));
  const isPartial = phase !== "complete" && count !== null && count > records.length;
  return (
    <OverviewSection
      title="Next 24 hours"
      to={paths.calendar(projectId)}
      linkLabel="Calendar"
      isLoading={isFirstLoad(state)}
      empty={records.length === 0 ? "No subscriptions yet." : "No deliveries in the next 24 hours."}
      items={shown.map(({ record, at }) => {
        const title = subscriptionTitle(record, names).text;
        const source = sourceNameOf(record, names) || subscriptionSourceLabel(record, names);
        return (
          <OverviewItem
            key={record.id}
            to={paths.subscription(projectId, record.id)}
            label={title}
            lead={<TimeStamp iso={at} now={now} />}
          >
            {deliverySourceMessage(title, source)}
          </OverviewItem>
        );
      })}
      moreCount={upcoming.length - MAX_SHOWN}
      {...(isPartial
        ? { note: loadedPartMessage(records.length, count) }
        : isOutdated && { note: OUTDATED_LIST_MESSAGE })}
    />
  );
}

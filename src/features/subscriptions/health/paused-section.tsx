import type { Subscription } from "@/api/subscriptions";
import { useMissingScopeMessage } from "@/data/client/api-context";
import {
  describeSubscriptionState,
  hasLostWorkspace,
  SUBSCRIPTION_WRITE_SCOPE,
} from "@/features/subscriptions/model/subscription-rules";
import { pluralize } from "@/lib/text/numbers";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { Section } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";
import { FindingRow, ListLink, ShowAllLink } from "./finding-row";
import type { RequestedBulk } from "./finding-section";
import classes from "./health.module.css";
import { PAUSED_STATUS } from "./health-labels";

const PAGE_SIZE = 20;

interface PausedSectionProps {
  /** Subscriptions that the server has paused, or whose reminder is due. */
  readonly records: readonly Subscription[];
  readonly now: Date;
  readonly onBulkRequest: (bulk: RequestedBulk) => void;
}

export function PausedSection({ records, now, onBulkRequest }: PausedSectionProps) {
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const resumable = records.filter((record) => !hasLostWorkspace(record));
  return (
    <Section
      title={`Paused · ${pluralize(records.length, "subscription", "subscriptions")}`}
      status={<Status {...PAUSED_STATUS} />}
      actions={
        <>
          <ListLink query="is:paused" />
          {resumable.length > 0 && (
            <ButtonWithDisabledReason
              variant="default"
              disabledReason={refusal}
              onClick={() => onBulkRequest({ kind: "resume", records: resumable })}
            >
              Resume…
            </ButtonWithDisabledReason>
          )}
        </>
      }
    >
      <p className={classes.meaning}>Paused by the server, or with a reminder in this browser that is due.</p>
      <ul className={shared.list}>
        {records.slice(0, PAGE_SIZE).map((record) => (
          <FindingRow key={record.id} record={record}>
            {hasLostWorkspace(record)
              ? describeSubscriptionState(record, now).explanation
              : "The reminder to resume it is due."}
          </FindingRow>
        ))}
      </ul>
      <ShowAllLink query="is:paused" count={records.length} shownCount={PAGE_SIZE} />
    </Section>
  );
}

import { VisuallyHidden } from "@mantine/core";
import { useMemo } from "react";
import type { Subscription } from "@/api/subscriptions";
import { sourceCheckOf } from "@/data/catalog/source-labels";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi, useMissingScopeMessage } from "@/data/client/api-context";
import { explainsOverdue, lastDeliveryMessage } from "@/features/subscriptions/deliveries/delivery-messages";
import { SendNowButton, useLastDelivery } from "@/features/subscriptions/deliveries/last-delivery";
import { canExtend, getEndingDate, type RecordFinding } from "@/features/subscriptions/findings/health-rules";
import {
  SUBSCRIPTION_WRITE_SCOPE,
  subscriptionLabel,
  undeliverableReasons,
} from "@/features/subscriptions/model/subscription-rules";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import { EditIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { FindingRow, ListLink, ShowAllLink } from "./finding-row";
import classes from "./health.module.css";
import { FINDING_STATUSES } from "./health-labels";
import { findingReason } from "./health-messages";

const PAGE_SIZE = 20;

type FindingOperation = "set-end" | "delete";

export interface RequestedBulk {
  readonly kind: FindingOperation | "resume";
  readonly records: readonly Subscription[];
}

interface SectionText {
  readonly title: string;
  readonly meaning: string;
  readonly operations: readonly FindingOperation[];
}

const SECTION_TEXTS: Readonly<Record<RecordFinding, SectionText>> = {
  overdue: {
    title: "Overdue",
    meaning:
      "More than an hour late. The server sends these deliveries with its next hourly run, unless something prevents it.",
    operations: [],
  },
  invalid: {
    title: "Invalid recipients",
    meaning: "The other recipients receive deliveries.",
    operations: [],
  },
  ending: {
    title: "Ending soon",
    meaning: "The last delivery is within 14 days.",
    operations: ["set-end"],
  },
  never: {
    title: "Never deliver",
    meaning: "Active, but nothing is ever sent.",
    operations: ["delete"],
  },
  ended: {
    title: "Ended",
    meaning: "No further deliveries. Delete the subscriptions that you no longer need.",
    operations: ["set-end", "delete"],
  },
};

const OPERATION_LABELS: Readonly<Record<FindingOperation, string>> = {
  "set-end": "Set end date…",
  delete: "Delete…",
};

interface FindingSectionProps {
  readonly finding: RecordFinding;
  readonly records: readonly Subscription[];
  readonly now: Date;
  readonly onBulkRequest: (bulk: RequestedBulk) => void;
}

/** Excludes records that a later end doesn't help. */
function listFixable(
  operation: FindingOperation,
  records: readonly Subscription[],
  now: Date,
): readonly Subscription[] {
  if (operation === "delete") return records;
  return records.filter((record) => {
    const last = getEndingDate(record, now.getTime());
    return (
      undeliverableReasons(record).length === 0 && canExtend(record, last === null ? now.getTime() : last + 1)
    );
  });
}

export function FindingSection({ finding, records, now, onBulkRequest }: FindingSectionProps) {
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const { title, meaning, operations } = SECTION_TEXTS[finding];
  const bulks = useMemo(
    () =>
      operations
        .map((kind) => ({ kind, records: listFixable(kind, records, now) }))
        .filter((bulk) => bulk.records.length > 0),
    [operations, records, now],
  );
  return (
    <Section
      title={`${title} · ${pluralize(records.length, "subscription", "subscriptions")}`}
      status={FINDING_STATUSES[finding] && <Status {...FINDING_STATUSES[finding]} />}
      actions={
        <>
          <ListLink query={`is:${finding}`} />
          {bulks.map((bulk) => (
            <ButtonWithDisabledReason
              key={bulk.kind}
              variant="default"
              disabledReason={refusal}
              onClick={() => onBulkRequest(bulk)}
            >
              {OPERATION_LABELS[bulk.kind]}
            </ButtonWithDisabledReason>
          ))}
        </>
      }
    >
      <p className={classes.meaning}>{meaning}</p>
      <ul className={shared.list}>
        {records.slice(0, PAGE_SIZE).map((record) => (
          <FindingItem key={record.id} finding={finding} record={record} now={now} />
        ))}
      </ul>
      <ShowAllLink query={`is:${finding}`} count={records.length} shownCount={PAGE_SIZE} />
    </Section>
  );
}

interface FindingItemProps {
  readonly finding: RecordFinding;
  readonly record: Subscription;
  readonly now: Date;
}

function FindingItem({ finding, record, now }: FindingItemProps) {
  const { names } = useSourceNames();
  const { projectId } = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const isOverdue = finding === "overdue";
  const lastDelivery = useLastDelivery(record, isOverdue);
  const failure =
    isOverdue && lastDelivery !== null && explainsOverdue(lastDelivery, record)
      ? lastDeliveryMessage(lastDelivery, now)
      : null;
  // An edit helps an overdue subscription only by choosing another source.
  const canEdit = !isOverdue || (failure === null && sourceCheckOf(record, names) !== "deliverable");
  return (
    <FindingRow
      record={record}
      actions={
        <>
          {failure !== null && <SendNowButton record={record} />}
          {canEdit && (
            <LinkButton
              variant="default"
              leftSection={<EditIcon />}
              to={paths.editSubscription(projectId, record.id)}
              disabledReason={refusal}
            >
              Edit <VisuallyHidden>{subscriptionLabel(record, names)}</VisuallyHidden>
            </LinkButton>
          )}
        </>
      }
    >
      {failure ?? findingReason(finding, record, now, names)}
    </FindingRow>
  );
}

import { Box, Group, Text, VisuallyHidden } from "@mantine/core";
import { type ComponentProps, createContext, type ReactNode, use, useMemo } from "react";
import { Link } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { sourceCheckOf } from "@/data/catalog/source-labels";
import { useSourceNames } from "@/data/catalog/source-names";
import {
  getRecipients,
  shortenLabel,
  subscriptionLabel,
  subscriptionSourceLabel,
} from "@/data/subscriptions/subscriptions";
import { explainsOverdue, lastDeliveryMessage } from "@/features/subscriptions/deliveries/delivery-messages";
import { SendNowButton, useLastDelivery } from "@/features/subscriptions/deliveries/last-delivery";
import { canExtend, getEndingDate, type RecordFinding } from "@/features/subscriptions/findings/health-rules";
import type { RecipientNames } from "@/features/subscriptions/model/recipient-names";
import { subscriptionListUrl } from "@/features/subscriptions/model/subscription-filters";
import {
  describeSubscriptionState,
  hasLostWorkspace,
  SUBSCRIPTION_WRITE_SCOPE,
  undeliverableReasons,
} from "@/features/subscriptions/model/subscription-rules";
import { recipientLabel } from "@/lib/recipients/recipients";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { ButtonWithDisabledReason, LinkButton } from "@/ui/primitives/link-button";
import { Section, SectionLink } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import { EditIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./health.module.css";
import { FINDING_STATUSES, findingReason, PAUSED_STATUS } from "./health-messages";

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

const OPERATION_LABELS: Readonly<Record<RequestedBulk["kind"], string>> = {
  "set-end": "Set end date…",
  delete: "Delete…",
  resume: "Resume…",
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
  const { title, meaning, operations } = SECTION_TEXTS[finding];
  const bulks = useMemo(
    () => operations.map((kind) => ({ kind, records: listFixable(kind, records, now) })),
    [operations, records, now],
  );
  return (
    <RecordSection
      title={title}
      meaning={meaning}
      status={FINDING_STATUSES[finding]}
      query={`is:${finding}`}
      records={records}
      bulks={bulks}
      onBulkRequest={onBulkRequest}
    >
      {(record) => <FindingItem key={record.id} finding={finding} record={record} now={now} />}
    </RecordSection>
  );
}

export function PausedSection({ records, now, onBulkRequest }: Omit<FindingSectionProps, "finding">) {
  const resumable = records.filter((record) => !hasLostWorkspace(record));
  return (
    <RecordSection
      title="Paused"
      meaning="Paused by the server, or with a reminder in this browser that is due."
      status={PAUSED_STATUS}
      query="is:paused"
      records={records}
      bulks={[{ kind: "resume", records: resumable }]}
      onBulkRequest={onBulkRequest}
    >
      {(record) => (
        <FindingRow key={record.id} record={record}>
          {hasLostWorkspace(record)
            ? describeSubscriptionState(record, now).explanation
            : "The reminder to resume it is due."}
        </FindingRow>
      )}
    </RecordSection>
  );
}

interface RecordSectionProps extends Pick<FindingSectionProps, "records" | "onBulkRequest"> {
  readonly title: string;
  readonly meaning: string;
  readonly status: ComponentProps<typeof Status> | null;
  /** Query that finds the records in the list. */
  readonly query: string;
  /** Actions. Those without records aren't shown. */
  readonly bulks: readonly RequestedBulk[];
  readonly children: (record: Subscription) => ReactNode;
}

function RecordSection(props: RecordSectionProps) {
  const { title, meaning, status, query, records, bulks, onBulkRequest, children } = props;
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  return (
    <Section
      title={`${title} · ${pluralize(records.length, "subscription", "subscriptions")}`}
      status={status && <Status {...status} />}
      actions={
        <>
          <ListLink query={query} />
          {bulks
            .filter((bulk) => bulk.records.length > 0)
            .map((bulk) => (
              <ButtonWithDisabledReason
                key={bulk.kind}
                disabledReason={refusal}
                onClick={() => onBulkRequest(bulk)}
              >
                {OPERATION_LABELS[bulk.kind]}
              </ButtonWithDisabledReason>
            ))}
        </>
      }
    >
      <Text c="dimmed" fz="sm" maw="80ch" mb="sm">
        {meaning}
      </Text>
      <ul className={`${shared.list} ${shared.divided}`}>{records.slice(0, PAGE_SIZE).map(children)}</ul>
      <ShowAllLink query={query} count={records.length} shownCount={PAGE_SIZE} />
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
          {canEdit && <EditLink record={record} />}
        </>
      }
    >
      {failure ?? findingReason(finding, record, now, names)}
    </FindingRow>
  );
}

export function EditLink({ record }: { readonly record: Subscription }) {
  const { names } = useSourceNames();
  const { projectId } = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  return (
    <LinkButton
      leftSection={<EditIcon />}
      to={paths.editSubscription(projectId, record.id)}
      disabledReason={refusal}
    >
      Edit <VisuallyHidden>{subscriptionLabel(record, names)}</VisuallyHidden>
    </LinkButton>
  );
}

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
    <Group component="li" gap="6px 12px" align="flex-start" py={10} fz="sm">
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

/** Links to the matching subscriptions in the list, where they can be selected. */
export function ListLink({ query }: ListLinkProps) {
  return <SectionLink to={subscriptionListUrl(useApi().projectId, query)}>Show in list</SectionLink>;
}

interface ShowAllLinkProps extends ListLinkProps {
  readonly count: number;
  readonly shownCount: number;
}

/** Links to all matching subscriptions in the list. Renders nothing if all are shown. */
export function ShowAllLink({ query, count, shownCount }: ShowAllLinkProps) {
  const { projectId } = useApi();
  if (count <= shownCount) return null;
  return (
    <p className={classes.all}>
      <Link to={subscriptionListUrl(projectId, query)}>{`Show all ${formatCount(count)} in list`}</Link>
    </p>
  );
}

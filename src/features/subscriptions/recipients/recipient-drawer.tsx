import type { Subscription } from "@/contract/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import {
  describeSubscriptionState,
  getNextDelivery,
  SUBSCRIPTION_WRITE_SCOPE,
  subscriptionTitle,
} from "@/features/subscriptions/model/subscription-rules";
import { SubscriptionStatus } from "@/features/subscriptions/model/subscription-status";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import {
  excludedSubscriptionsMessage,
  formatPerWeek,
  isSecretRecipient,
  recipientKindLabel,
  recipientName,
} from "@/features/subscriptions/recipients/model/recipient-labels";
import {
  hasMoreInList,
  recipientSubscriptionsUrl,
} from "@/features/subscriptions/recipients/model/recipient-list-url";
import { getOwnership } from "@/features/subscriptions/recipients/model/recipient-search";
import { recipientHint } from "@/lib/recipients/recipients";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import { formatCount, pluralForm, pluralize } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { SkeletonLines } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { SideDrawer } from "@/ui/overlay/side-drawer";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { KeyValueList } from "@/ui/primitives/key-value";
import { Link } from "@/ui/primitives/link";
import { LinkButton } from "@/ui/primitives/link-button";
import { MaskedText } from "@/ui/primitives/masked-text";
import { ListIcon } from "@/ui/theme/icons";
import { ExternalBadge } from "./external-badge";
import { CoverageNotice, type RecipientCoverage } from "./recipient-coverage";
import classes from "./recipient-drawer.module.css";
import type { RecipientTask } from "./recipient-task";

interface RecipientDrawerProps {
  readonly recipientKey: string;
  readonly recipients: readonly Recipient[];
  readonly isLoading: boolean;
  readonly coverage: RecipientCoverage;
  readonly ownDomains: readonly string[];
  readonly now: Date;
  readonly onStartTask: (task: RecipientTask) => void;
  readonly onClose: () => void;
}

const MAX_SHOWN = 50;

export function RecipientDrawer(props: RecipientDrawerProps) {
  const { recipientKey, recipients, isLoading, coverage, ownDomains, now, onStartTask, onClose } = props;
  const recipient = recipients.find(({ key }) => key === recipientKey);
  return (
    <SideDrawer
      title={recipient ? recipientName(recipient) : missingRecipientName(recipientKey)}
      onClose={onClose}
      actions={recipient && <RecipientActions recipient={recipient} onStartTask={onStartTask} />}
    >
      {recipient ? (
        <>
          <CoverageNotice coverage={coverage} />
          <KeyValueList items={recipientFacts(recipient, ownDomains, now)} />
          <RecipientSubscriptions recipient={recipient} allRecipients={recipients} now={now} />
        </>
      ) : isLoading ? (
        <SkeletonLines count={6} />
      ) : (
        <p>
          {coverage.totalCount === null
            ? "No subscription has this recipient."
            : "None of the subscriptions loaded so far has this recipient."}
        </p>
      )}
    </SideDrawer>
  );
}

function missingRecipientName(key: string): string {
  const separator = key.indexOf(":");
  return recipientHint(key.slice(0, separator), key.slice(separator + 1));
}

function RecipientActions({
  recipient,
  onStartTask,
}: { readonly recipient: Recipient } & Pick<RecipientDrawerProps, "onStartTask">) {
  const { projectId } = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  return (
    <>
      <LinkButton
        variant="default"
        to={recipientSubscriptionsUrl(projectId, recipient)}
        leftSection={<ListIcon />}
      >
        Show in list
      </LinkButton>
      <ButtonWithDisabledReason
        variant="default"
        disabledReason={refusal}
        onClick={() => onStartTask({ kind: "replace", recipient })}
      >
        Replace everywhere…
      </ButtonWithDisabledReason>
      <ButtonWithDisabledReason
        variant="default"
        disabledReason={refusal}
        onClick={() => onStartTask({ kind: "remove", recipients: [recipient] })}
      >
        Remove everywhere…
      </ButtonWithDisabledReason>
    </>
  );
}

interface RecipientSubscriptionsProps {
  readonly recipient: Recipient;
  readonly allRecipients: readonly Recipient[];
  readonly now: Date;
}

function RecipientSubscriptions({ recipient, allRecipients, now }: RecipientSubscriptionsProps) {
  const { projectId } = useApi();
  const { records } = recipient;
  const remainingCount = records.length - MAX_SHOWN;
  return (
    <section aria-labelledby="recipient-deliveries">
      <h3 id="recipient-deliveries" className={classes.title}>
        {pluralize(records.length, "subscription", "subscriptions")}
      </h3>
      <ul className={classes.list}>
        {sortBySoonest(records)
          .slice(0, MAX_SHOWN)
          .map((record) => (
            <SubscriptionItem key={record.id} record={record} now={now} />
          ))}
      </ul>
      {remainingCount > 0 && (
        <p className={classes.note}>
          {formatCount(remainingCount)} more.{" "}
          <Link to={recipientSubscriptionsUrl(projectId, recipient)}>Show all in the list</Link>
        </p>
      )}
      {hasMoreInList(recipient, allRecipients) && (
        <p className={classes.note}>
          The list also shows subscriptions of longer addresses that contain this one.
        </p>
      )}
    </section>
  );
}

function recipientFacts(recipient: Recipient, ownDomains: readonly string[], now: Date) {
  const { channel, domain, perWeek, next, variants } = recipient;
  const ownership = getOwnership(recipient, ownDomains);
  const excludedMessage = excludedSubscriptionsMessage(recipient);
  return [
    { label: "Kind", value: recipientKindLabel(channel) },
    ...(domain === null
      ? []
      : [
          {
            label: "Domain",
            value: (
              <span className={classes.domain}>
                {domain}
                {ownership === "outside" && <ExternalBadge />}
                {ownership === "own" && <span className={classes.dim}>Own</span>}
              </span>
            ),
          },
        ]),
    {
      label: "Per week",
      value: (
        <>
          {formatPerWeek(perWeek)} on average
          {excludedMessage !== null && (
            <span className={classes.dim}>{`, not counting ${excludedMessage}`}</span>
          )}
        </>
      ),
    },
    {
      label: "Next delivery",
      value: (
        <TimeStamp iso={next === null ? null : new Date(next).toISOString()} now={now} fallback="None" />
      ),
    },
    {
      label: pluralForm(variants.length, "Spelling", "Spellings"),
      value: (
        <ul className={classes.variants}>
          {variants.map(({ text, count }) => (
            <li key={text}>
              {isSecretRecipient(channel, text) ? (
                <MaskedText mask={recipientHint(channel, text)} text={text} noun="webhook address" />
              ) : (
                // The quotes make leading and trailing spaces visible.
                <code>“{text}”</code>
              )}{" "}
              <span className={classes.dim}>{formatCount(count)}×</span>
            </li>
          ))}
        </ul>
      ),
    },
  ];
}

function SubscriptionItem({ record, now }: { readonly record: Subscription; readonly now: Date }) {
  const { names } = useSourceNames();
  const { projectId } = useApi();
  const zone = localZone();
  const reading = describeSubscriptionState(record, now);
  return (
    <li className={classes.subscription}>
      <div className={classes.summary}>
        <Link to={paths.subscription(projectId, record.id)}>{subscriptionTitle(record, names).text}</Link>
        <span className={classes.dim}>{formatSchedule(record, { zone, at: record.next_delivery_date })}</span>
      </div>
      <span className={classes.when}>
        {reading.state === "active" ? (
          <TimeStamp iso={record.next_delivery_date} zone={zone} now={now} />
        ) : (
          <SubscriptionStatus reading={reading} />
        )}
      </span>
    </li>
  );
}

/** Records without a next delivery come last. */
function sortBySoonest(records: readonly Subscription[]): readonly Subscription[] {
  const nextTime = (record: Subscription) => {
    const next = getNextDelivery(record);
    return next === null ? Infinity : Date.parse(next);
  };
  return records.toSorted((a, b) => {
    const [first, second] = [nextTime(a), nextTime(b)];
    return first < second ? -1 : first > second ? 1 : a.id - b.id;
  });
}

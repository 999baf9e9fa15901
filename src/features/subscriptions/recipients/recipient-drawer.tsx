import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import { stateOf, titleOf, WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { SubscriptionStatus } from "@/features/subscriptions/model/subscription-status";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import {
  kindWords,
  leftOutWords,
  paceWords,
} from "@/features/subscriptions/recipients/model/recipient-labels";
import { listOf, listShowsMore } from "@/features/subscriptions/recipients/model/recipient-list-url";
import { sideOf } from "@/features/subscriptions/recipients/model/recipient-search";
import { scheduleWords } from "@/lib/schedule/format-schedule";
import { formatCount, plural, wordFor } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { SkeletonLines } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { SideDrawer } from "@/ui/overlay/side-drawer";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { KeyValueList } from "@/ui/primitives/key-value";
import { Link } from "@/ui/primitives/link";
import { LinkButton } from "@/ui/primitives/link-button";
import { ListIcon } from "@/ui/theme/icons";
import { OutsideMark } from "./external-badge";
import { ReachNotice, type RecipientReach } from "./recipient-coverage";
import classes from "./recipient-drawer.module.css";
import type { RecipientTask } from "./recipient-task";

interface RecipientDrawerProps {
  /** Of the one that the page's address names. */
  readonly recipientKey: string;
  readonly recipients: readonly Recipient[];
  /** Nothing can be said yet. */
  readonly isLoading: boolean;
  readonly reach: RecipientReach;
  readonly own: readonly string[];
  readonly now: Date;
  readonly onTask: (task: RecipientTask) => void;
  readonly onClose: () => void;
}

// More than a person reads; the list has them all.
const MOST_SHOWN = 50;

/** One recipient: what it gets and when, how it is spelled, and how to change it everywhere; or why there is none. */
export function RecipientDrawer(props: RecipientDrawerProps) {
  const { recipientKey, recipients, isLoading, reach, own, now, onTask, onClose } = props;
  const recipient = recipients.find(({ key }) => key === recipientKey);
  return (
    <SideDrawer
      title={recipient?.address ?? recipientKey.slice(recipientKey.indexOf(":") + 1)}
      onClose={onClose}
      actions={recipient && <Actions recipient={recipient} onTask={onTask} />}
    >
      {recipient ? (
        <>
          <ReachNotice reach={reach} />
          <KeyValueList items={factsOf(recipient, own, now)} />
          <Deliveries recipient={recipient} others={recipients} now={now} />
        </>
      ) : isLoading ? (
        <SkeletonLines n={6} />
      ) : (
        <p>
          {reach.all === null
            ? "No delivery goes there."
            : "None of the deliveries loaded so far goes there. It appears here once one does."}
        </p>
      )}
    </SideDrawer>
  );
}

function Actions({
  recipient,
  onTask,
}: { readonly recipient: Recipient } & Pick<RecipientDrawerProps, "onTask">) {
  const { projectId } = useApi();
  const refusal = useScopeRefusal(WRITE_SCOPE);
  return (
    <>
      <LinkButton variant="default" to={listOf(projectId, recipient)} leftSection={<ListIcon />}>
        Show in list
      </LinkButton>
      <ReasonButton
        variant="default"
        disabledReason={refusal}
        onClick={() => onTask({ kind: "replace", recipient })}
      >
        Replace everywhere…
      </ReasonButton>
      <ReasonButton
        variant="default"
        disabledReason={refusal}
        onClick={() => onTask({ kind: "remove", recipients: [recipient] })}
      >
        Remove everywhere…
      </ReasonButton>
    </>
  );
}

interface DeliveriesProps {
  readonly recipient: Recipient;
  /** All there are, to say what the list shows beside it. */
  readonly others: readonly Recipient[];
  readonly now: Date;
}

function Deliveries({ recipient, others, now }: DeliveriesProps) {
  const { projectId } = useApi();
  const { records } = recipient;
  const rest = records.length - MOST_SHOWN;
  return (
    <section aria-labelledby="recipient-deliveries">
      <h3 id="recipient-deliveries" className={classes.title}>
        {plural(records.length, "delivery", "deliveries")}
      </h3>
      <ul className={classes.list}>
        {soonestFirst(records)
          .slice(0, MOST_SHOWN)
          .map((record) => (
            <Delivery key={record.id} record={record} now={now} />
          ))}
      </ul>
      {rest > 0 && (
        <p className={classes.note}>
          {formatCount(rest)} more. <Link to={listOf(projectId, recipient)}>Show all in the list</Link>
        </p>
      )}
      {listShowsMore(recipient, others) && (
        <p className={classes.note}>
          The list also shows deliveries of longer addresses that contain this one.
        </p>
      )}
    </section>
  );
}

function factsOf(recipient: Recipient, own: readonly string[], now: Date) {
  const { channel, domain, perWeek, next, spellings } = recipient;
  const side = sideOf(recipient, own);
  const leftOut = leftOutWords(recipient);
  return [
    { label: "Kind", value: kindWords(channel) },
    ...(domain === null
      ? []
      : [
          {
            label: "Domain",
            value: (
              <span className={classes.domain}>
                {domain}
                {side === "outside" && <OutsideMark />}
                {side === "own" && <span className={classes.dim}>Own</span>}
              </span>
            ),
          },
        ]),
    {
      label: "Per week",
      value: (
        <>
          {paceWords(perWeek)} on the average
          {leftOut !== null && <span className={classes.dim}>{`, not counting ${leftOut}`}</span>}
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
      label: wordFor(spellings.length, "Spelling", "Spellings"),
      value: (
        <ul className={classes.spellings}>
          {spellings.map(({ text, count }) => (
            <li key={text}>
              {/* In quotes: blanks at its ends would not be seen. */}
              <code>“{text}”</code> <span className={classes.dim}>{formatCount(count)}×</span>
            </li>
          ))}
        </ul>
      ),
    },
  ];
}

function Delivery({ record, now }: { readonly record: Subscription; readonly now: Date }) {
  const { projectId } = useApi();
  const zone = localZone();
  const reading = stateOf(record, now);
  return (
    <li className={classes.delivery}>
      <div className={classes.words}>
        <Link to={paths.subscription(projectId, record.id)}>{titleOf(record).text}</Link>
        <span className={classes.dim}>{scheduleWords(record, { zone, at: record.next_delivery_date })}</span>
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

/** What goes out no more comes last. */
function soonestFirst(records: readonly Subscription[]): readonly Subscription[] {
  const moment = ({ next_delivery_date: next }: Subscription) =>
    next === null ? Infinity : Date.parse(next);
  return records.toSorted((a, b) => {
    const [first, second] = [moment(a), moment(b)];
    return first < second ? -1 : first > second ? 1 : a.id - b.id;
  });
}

import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import {
  getEndingDate,
  type NeverReason,
  neverReasons,
  type RecordFinding,
} from "@/features/subscriptions/findings/health-rules";
import {
  describeSubscriptionState,
  SUBSCRIPTION_WRITE_SCOPE,
  subscriptionTitle,
} from "@/features/subscriptions/model/subscription-rules";
import { pluralize } from "@/lib/text/numbers";
import { formatInstant, localZone, toIso } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { EditIcon } from "@/ui/theme/icons";
import { FindingRow, ShowAllLink } from "./finding-row";
import classes from "./health.module.css";

/** Deliveries that are named; the others are one step away, in the list. */
const PAGE_SIZE = 20;

type FindingOperation = "set-end" | "delete";

/** What is to be done to all deliveries of a finding. */
export interface RequestedBulk {
  readonly kind: FindingOperation;
  readonly records: readonly Subscription[];
}

interface SectionText {
  readonly title: string;
  readonly meaning: string;
  /** What is offered for all of them, beside editing each. */
  readonly operations: readonly FindingOperation[];
}

const SECTION_TEXTS: Readonly<Record<RecordFinding, SectionText>> = {
  overdue: {
    title: "Overdue",
    meaning:
      "They should have gone out more than an hour ago, and the server has planned nothing since. A changed schedule makes it plan anew: open the form and save another time.",
    operations: [],
  },
  ending: {
    title: "Ending within 14 days",
    meaning:
      "Their last delivery is near. A later end keeps them going; without a word they end by themselves.",
    operations: ["set-end"],
  },
  never: {
    title: "Never go out again",
    meaning:
      "They look alive, but nothing will arrive: each says what is missing. The form mends it; what nobody needs can go.",
    operations: ["delete"],
  },
  ended: {
    title: "Ended",
    meaning:
      "The server plans no further delivery. A later end revives them; what nobody needs can go to the bin.",
    operations: ["set-end", "delete"],
  },
};

const OPERATION_LABELS: Readonly<Record<FindingOperation, string>> = {
  "set-end": "Set another end…",
  delete: "Delete…",
};

const NEVER_REASON_LABELS: Readonly<Record<NeverReason, string>> = {
  schedule: "Its schedule has no date left.",
  recipients: "It has no recipient.",
  source: "It has no source: neither a dashboard nor an insight.",
};

/** Why a record is in a section, in a sentence. */
function findingReason(finding: RecordFinding, record: Subscription, now: Date): string {
  if (finding === "never")
    return neverReasons(record, now.getTime())
      .map((reason) => NEVER_REASON_LABELS[reason])
      .join(" ");
  if (finding !== "ending") return describeSubscriptionState(record, now).explanation;
  const last = getEndingDate(record, now.getTime());
  if (last === null) return "It ends soon.";
  return `Its last delivery goes out on ${formatInstant(toIso(new Date(last)), { zone: localZone(), now })}.`;
}

interface FindingSectionProps {
  readonly finding: RecordFinding;
  readonly records: readonly Subscription[];
  readonly now: Date;
  readonly onBulkRequest: (bulk: RequestedBulk) => void;
}

/** One finding: what it means, whom it concerns, and what mends it. */
export function FindingSection({ finding, records, now, onBulkRequest }: FindingSectionProps) {
  const { projectId } = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const { title, meaning, operations } = SECTION_TEXTS[finding];
  return (
    <Section
      title={`${title} · ${pluralize(records.length, "delivery", "deliveries")}`}
      actions={operations.map((each) => (
        <ButtonWithDisabledReason
          key={each}
          variant="default"
          size="compact-sm"
          disabledReason={refusal}
          onClick={() => onBulkRequest({ kind: each, records })}
        >
          {OPERATION_LABELS[each]}
        </ButtonWithDisabledReason>
      ))}
    >
      <p className={classes.meaning}>{meaning}</p>
      <ul className={classes.rows}>
        {records.slice(0, PAGE_SIZE).map((record) => (
          <FindingRow
            key={record.id}
            record={record}
            actions={
              <LinkButton
                variant="default"
                size="compact-sm"
                leftSection={<EditIcon />}
                to={paths.editSubscription(projectId, record.id)}
                disabledReason={refusal}
              >
                Edit <HiddenText>{subscriptionTitle(record).text}</HiddenText>
              </LinkButton>
            }
          >
            {findingReason(finding, record, now)}
          </FindingRow>
        ))}
      </ul>
      <ShowAllLink query={`is:${finding}`} count={records.length} shownCount={PAGE_SIZE} />
    </Section>
  );
}

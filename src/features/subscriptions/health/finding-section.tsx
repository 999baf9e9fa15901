import type { Subscription } from "@/contract/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import type { RecordFinding } from "@/features/subscriptions/findings/health-rules";
import {
  SUBSCRIPTION_WRITE_SCOPE,
  subscriptionLabel,
  undeliverableReasons,
} from "@/features/subscriptions/model/subscription-rules";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import { EditIcon } from "@/ui/theme/icons";
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
    meaning: "The last delivery is near. Set a later end to continue deliveries.",
    operations: ["set-end"],
  },
  never: {
    title: "Never deliver",
    meaning: "Active, but nothing is ever sent.",
    operations: ["delete"],
  },
  ended: {
    title: "Ended",
    meaning: "No further deliveries. Set a later end to restart deliveries, or delete the subscriptions.",
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
function listFixable(operation: FindingOperation, records: readonly Subscription[]): readonly Subscription[] {
  return operation === "delete"
    ? records
    : records.filter((record) => undeliverableReasons(record).length === 0);
}

export function FindingSection({ finding, records, now, onBulkRequest }: FindingSectionProps) {
  const { names } = useSourceNames();
  const { projectId } = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const { title, meaning, operations } = SECTION_TEXTS[finding];
  return (
    <Section
      title={`${title} · ${pluralize(records.length, "subscription", "subscriptions")}`}
      status={FINDING_STATUSES[finding] && <Status {...FINDING_STATUSES[finding]} />}
      actions={
        <>
          <ListLink query={`is:${finding}`} />
          {operations
            .filter((each) => listFixable(each, records).length > 0)
            .map((each) => (
              <ButtonWithDisabledReason
                key={each}
                variant="default"
                disabledReason={refusal}
                onClick={() => onBulkRequest({ kind: each, records: listFixable(each, records) })}
              >
                {OPERATION_LABELS[each]}
              </ButtonWithDisabledReason>
            ))}
        </>
      }
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
                leftSection={<EditIcon />}
                to={paths.editSubscription(projectId, record.id)}
                disabledReason={refusal}
              >
                Edit <HiddenText>{subscriptionLabel(record, names)}</HiddenText>
              </LinkButton>
            }
          >
            {findingReason(finding, record, now, names)}
          </FindingRow>
        ))}
      </ul>
      <ShowAllLink query={`is:${finding}`} count={records.length} shownCount={PAGE_SIZE} />
    </Section>
  );
}

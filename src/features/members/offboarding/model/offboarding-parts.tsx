import { Link } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import type { OffboardingRecord, RecordedStep } from "@/data/offboarding/offboarding-record";
import { addressKey } from "@/lib/recipients/email-match";
import { splitRecipients } from "@/lib/recipients/recipients";
import { paths } from "@/lib/url/paths";
import shared from "@/ui/theme/shared.module.css";
import { ListCard } from "@/ui/virtual-list/list-card";
import { FieldChange } from "@/ui/virtual-list/virtual-list";
import classes from "./offboarding.module.css";
import { NAMED_HINT, NOT_TRANSFERABLE } from "./offboarding-messages";

interface UntouchedRecordsProps {
  readonly untouched: Pick<OffboardingRecord, "created" | "mentioning">;
  readonly isLive: boolean;
}

/** Lists the subscriptions that offboarding doesn't change, with the reasons. */
export function UntouchedRecords({ untouched: { created, mentioning }, isLive }: UntouchedRecordsProps) {
  const { projectId } = useApi();
  const lists = [
    { title: "Needs review", hint: NAMED_HINT, items: mentioning },
    { title: "Created by this person", hint: NOT_TRANSFERABLE, items: created },
  ];
  return lists.map((list) => (
    <ListCard
      key={list.title}
      {...list}
      getItemKey={({ id }) => String(id)}
      estimatedItemHeight={44}
      isFullyRendered={!isLive}
    >
      {({ id, name, isInTrash }) => (
        <div className={`${shared.step} ${classes.step}`}>
          <span className={shared.name}>
            <Link to={paths.subscription(projectId, id)}>{name}</Link>
          </span>
          {isInTrash && <span className={shared.hint}>In Trash</span>}
        </div>
      )}
    </ListCard>
  ));
}

interface StepChangeProps {
  readonly step: RecordedStep;
  /** Email of the departing member. */
  readonly email: string;
}

/** Shows the level or the recipients before and after a step. */
export function StepChange({ step: { kind, action, before, after, outcome }, email }: StepChangeProps) {
  if (outcome === "nothing" || outcome === "impossible") return <p className={shared.hint}>{before}</p>;
  if (kind === "membership") return <FieldChange before={before} after={after || "No explicit level"} />;
  if (action === "delete") return <FieldChange before={before} after="In Trash" />;
  const key = addressKey(email);
  const old = splitRecipients(before);
  const left = splitRecipients(after);
  const added = left.filter((part) => !old.includes(part));
  return (
    <FieldChange
      removed={old.filter((part) => addressKey(part) === key)}
      added={added}
      unchangedCount={left.length - added.length}
    />
  );
}

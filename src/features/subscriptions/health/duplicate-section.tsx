import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { askForPlan } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import { type DuplicateGroup, oldestOf, onlyInOthers } from "@/features/subscriptions/findings/duplicates";
import { planDuplicates } from "@/features/subscriptions/findings/plan-duplicates";
import { titleOf, WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { recipientLabel } from "@/lib/recipients/recipients";
import { formatCount, listWords, plural } from "@/lib/text/numbers";
import { formatDay } from "@/lib/time/dates";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { Section } from "@/ui/primitives/section";
import { TrashIcon } from "@/ui/theme/icons";
import { AllInList, DeliveryRow } from "./finding-row";
import classes from "./health.module.css";

/** Groups that are named; the others are one step away, in the list. */
const SHOWN = 20;
const NAMED_RECIPIENTS = 3;

interface DuplicateSectionProps {
  readonly groups: readonly DuplicateGroup[];
}

/** Deliveries that send the same to the same people at the same time, group by group, and which of each stays. */
export function DuplicateSection({ groups }: DuplicateSectionProps) {
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  return (
    <Section
      title={`Duplicates · ${plural(count, "delivery", "deliveries")} in ${plural(groups.length, "group", "groups")}`}
    >
      <p className={classes.meaning}>
        They send the same dashboard or insight through the same channel at the very same times, and somebody
        gets it more than once. One of each group is enough: choose which one stays.
      </p>
      <ul className={classes.groups}>
        {groups.slice(0, SHOWN).map((group) => (
          // By its members: what was chosen in a group does not go over to another one.
          <li key={group.map(({ id }) => id).join()}>
            <Group group={group} />
          </li>
        ))}
      </ul>
      <AllInList query="is:duplicate" count={count} shown={count} />
    </Section>
  );
}

function Group({ group }: { readonly group: DuplicateGroup }) {
  const api = useApi();
  const queries = useQueryClient();
  const refusal = useScopeRefusal(WRITE_SCOPE);
  const name = useId();
  const oldest = oldestOf(group)?.id;
  const [chosen, setChosen] = useState(oldest);
  const [addMissing, setAddMissing] = useState(true);
  const kept = group.find(({ id }) => id === chosen) ?? group[0];
  if (kept === undefined) return null;
  const missing = onlyInOthers(kept, group);
  const others = group.length - 1;
  const title = titleOf(kept).text;
  const review = () =>
    askForPlan(queries, api, {
      label: `Keep “${title}” and delete ${plural(others, "duplicate", "duplicates")}`,
      writes: planDuplicates(group, kept.id, { addMissing }),
    });
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Which one of {group.length} stays?</legend>
      <ul className={classes.rows}>
        {group.map((record) => (
          <DeliveryRow
            key={record.id}
            record={record}
            mark={
              <input
                type="radio"
                className={classes.choice}
                name={name}
                aria-label={`Keep ${titleOf(record).text}, number ${record.id}`}
                checked={record === kept}
                onChange={() => setChosen(record.id)}
              />
            }
          >
            {madeWords(record, record.id === oldest)}
          </DeliveryRow>
        ))}
      </ul>
      <Missing kept={kept} missing={missing} isAdded={addMissing} onChange={setAddMissing} />
      <ReasonButton
        variant="default"
        size="compact-sm"
        leftSection={<TrashIcon />}
        disabledReason={refusal}
        onClick={review}
      >
        {`Delete the other ${others === 1 ? "one" : formatCount(others)}…`}
      </ReasonButton>
    </fieldset>
  );
}

function madeWords({ id, created_at }: Subscription, isOldest: boolean): string {
  const made = created_at === null ? "" : `, made on ${formatDay(created_at)}`;
  return `Number ${id}${made}${isOldest ? " · the oldest" : ""}`;
}

interface MissingProps {
  readonly kept: Subscription;
  /** Who is reached by the others only. */
  readonly missing: readonly string[];
  readonly isAdded: boolean;
  readonly onChange: (isAdded: boolean) => void;
}

/** Whom the one that stays does not reach. Only addresses can be added: a channel or a web address stands alone. */
function Missing({ kept, missing, isAdded, onChange }: MissingProps) {
  if (missing.length === 0) return null;
  const named = missing.slice(0, NAMED_RECIPIENTS).map((item) => recipientLabel(kept.target_type, item));
  const rest = missing.length - named.length;
  const names = listWords(rest > 0 ? [...named, `${rest} more`] : named);
  return (
    <label className={classes.missing}>
      <input
        type="checkbox"
        className={classes.choice}
        checked={isAdded}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        Add {names} to the one that stays: else nothing reaches them any more. The server sends it to them at
        once.
      </span>
    </label>
  );
}

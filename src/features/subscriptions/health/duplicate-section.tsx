import { Box, Button, Text } from "@mantine/core";
import { useId, useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import { getRecordSendMode } from "@/data/subscriptions/save-effect-messages";
import { shortenLabel, subscriptionLabel } from "@/data/subscriptions/subscriptions";
import {
  type DuplicateGroup,
  findOldest,
  planDuplicateRemoval,
  recipientsOnlyInOthers,
} from "@/features/subscriptions/findings/duplicates";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { recipientLabel } from "@/lib/recipients/recipients";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import { formatDay } from "@/lib/time/dates";
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { TrashIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { FindingRow, ListLink, ShowAllLink } from "./finding-section";
import classes from "./health.module.css";

const PAGE_SIZE = 20;
const MAX_NAMED_RECIPIENTS = 3;

interface DuplicateSectionProps {
  readonly groups: readonly DuplicateGroup[];
}

export function DuplicateSection({ groups }: DuplicateSectionProps) {
  const count = groups.flat().length;
  return (
    <Section
      title={`Duplicates · ${pluralize(count, "subscription", "subscriptions")} in ${pluralize(groups.length, "group", "groups")}`}
      actions={<ListLink query="is:duplicate" />}
    >
      <Text c="dimmed" fz="sm" maw="80ch" mb="sm">
        Same source, channel, and times, with recipients in common. Choose one to keep in each group.
      </Text>
      <ul className={shared.list}>
        {groups.slice(0, PAGE_SIZE).map((group) => (
          // The key contains the group's members, so that a choice never applies to another group.
          <li key={group.map(({ id }) => id).join()}>
            <DuplicateGroupCard group={group} />
          </li>
        ))}
      </ul>
      <ShowAllLink query="is:duplicate" count={count} shownCount={groups.slice(0, PAGE_SIZE).flat().length} />
    </Section>
  );
}

function DuplicateGroupCard({ group }: { readonly group: DuplicateGroup }) {
  const { names } = useSourceNames();
  const api = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const name = useId();
  const oldestRecord = findOldest(group)?.id;
  const [chosenId, setChosenId] = useState(oldestRecord);
  const [addMissing, setAddMissing] = useState(true);
  const [shown, setShown] = useState(PAGE_SIZE);
  const keptRecord = group.find(({ id }) => id === chosenId) ?? group[0];
  if (keptRecord === undefined) return null;
  const missing = recipientsOnlyInOthers(keptRecord, group);
  const otherCount = group.length - 1;
  const title = subscriptionLabel(keptRecord, names);
  const openPreview = () =>
    openBulkPreview(api, {
      label: `Keep “${title}” and delete ${pluralize(otherCount, "duplicate", "duplicates")}`,
      changes: planDuplicateRemoval(group, keptRecord.id, { addMissing, names }),
    });
  return (
    <Box component="fieldset" miw={0} m={0} p="0 0 14px" bd="none">
      <Text component="legend" p="0 0 6px" fz="sm" fw={600}>
        Keep one of {group.length}
      </Text>
      <ul className={`${shared.list} ${shared.divided}`}>
        {group.slice(0, shown).map((record) => (
          <FindingRow
            key={record.id}
            record={record}
            badge={
              <input
                type="radio"
                className={classes.choice}
                name={name}
                aria-label={`Keep ${subscriptionLabel(record, names)}, ID ${record.id}`}
                checked={record === keptRecord}
                onChange={() => setChosenId(record.id)}
              />
            }
          >
            {[
              `ID ${record.id}`,
              record.created_at === null ? "" : `, created ${formatDay(record.created_at)}`,
              record.id === oldestRecord ? " · oldest" : "",
            ].join("")}
          </FindingRow>
        ))}
      </ul>
      {group.length > shown && (
        <Button mb="xs" onClick={() => setShown(shown + 5 * PAGE_SIZE)}>
          {`Show ${formatCount(Math.min(5 * PAGE_SIZE, group.length - shown))} more of ${formatCount(group.length)}`}
        </Button>
      )}
      <MissingRecipients
        keptRecord={keptRecord}
        missing={missing}
        isAdding={addMissing}
        onChange={setAddMissing}
      />
      <ButtonWithDisabledReason leftSection={<TrashIcon />} disabledReason={refusal} onClick={openPreview}>
        {`Delete ${pluralize(otherCount, "duplicate", "duplicates")}…`}
      </ButtonWithDisabledReason>
    </Box>
  );
}

interface MissingRecipientsProps {
  readonly keptRecord: Subscription;
  readonly missing: readonly string[];
  readonly isAdding: boolean;
  readonly onChange: (isAdding: boolean) => void;
}

function MissingRecipients({ keptRecord, missing, isAdding, onChange }: MissingRecipientsProps) {
  // The record itself proves it before the list's capabilities are stored.
  const mode = getRecordSendMode(keptRecord, useSendingRules());
  if (missing.length === 0) return null;
  const named = missing
    .slice(0, MAX_NAMED_RECIPIENTS)
    .map((item) => shortenLabel(recipientLabel(keptRecord.target_type, item)));
  const remainingCount = missing.length - named.length;
  const names = formatList(remainingCount > 0 ? [...named, `${remainingCount} more`] : named);
  return (
    <Box component="label" className={shared.checkbox} maw="80ch" fz="sm">
      <input type="checkbox" checked={isAdding} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        Add {names} to the subscription you keep. Otherwise, they no longer receive these deliveries.
        {mode === "sends" && " New recipients get a delivery immediately."}
        {mode === "may-send" && " New recipients may get a delivery immediately."}
      </span>
    </Box>
  );
}

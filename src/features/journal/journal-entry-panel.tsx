import { Box, Button, Stack, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { useSourceNames } from "@/data/catalog/source-names";
import type { FieldChangeDescription } from "@/data/changes/change-labels";
import { changeKindLabel, describeFieldChange, fieldLabel } from "@/data/changes/change-labels";
import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import { undoBlocker } from "@/data/undo/plan-undo";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { SideDrawer } from "@/ui/overlay/frames";
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import { KeyValueList } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";
import classes from "./journal-entry-panel.module.css";
import {
  getJournalEntryState,
  JOURNAL_STATE_LABELS,
  RESOURCE_LABELS,
  visibleChanges,
} from "./journal-messages";

interface JournalEntryPanelProps {
  readonly entry: JournalEntry;
  readonly now: Date;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
  readonly onUndo: () => void;
  readonly onClose: () => void;
  readonly entryHref: (id: string) => string;
}

export function JournalEntryPanel(props: JournalEntryPanelProps) {
  const { entry, onClose } = props;
  const changes = visibleChanges(entry);
  return (
    <SideDrawer
      title={`${changeKindLabel(entry)} “${entry.name}”`}
      onClose={onClose}
      actions={<EntryButtons {...props} />}
    >
      <KeyValueList items={entryFacts(props)} />
      {entry.reason !== null && (
        <Notice tone={entry.outcome === "unknown" ? "warning" : "info"}>{entry.reason}</Notice>
      )}
      {changes.length > 0 && (
        <section>
          <Box component="h3" mb={10} fz="sm">
            {entry.kind === "created" ? "Sent values" : "Before → after"}
          </Box>
          <ChangeList changes={changes} />
        </section>
      )}
    </SideDrawer>
  );
}

function entryFacts({ entry, now, entryHref }: JournalEntryPanelProps) {
  const { tone, label } = JOURNAL_STATE_LABELS[getJournalEntryState(entry)];
  const facts: { readonly label: string; readonly value: ReactNode }[] = [
    { label: "Outcome", value: <Status tone={tone} label={label} /> },
    { label: "When", value: <TimeStamp iso={entry.at} now={now} mode="exact" /> },
    { label: RESOURCE_LABELS[entry.resource], value: <RecordLink entry={entry} /> },
    { label: "Server", value: entry.server },
  ];
  if (entry.batch !== null) facts.push({ label: "Part of", value: entry.batch.label });
  if (entry.undoes !== null) {
    facts.push({ label: "Undoes", value: <Link to={entryHref(entry.undoes)}>an earlier change</Link> });
  }
  if (entry.undoneBy !== null) {
    facts.push({ label: "Undone by", value: <Link to={entryHref(entry.undoneBy)}>a later change</Link> });
  }
  return facts;
}

function RecordLink({ entry }: { readonly entry: JournalEntry }) {
  const { projectId } = useApi();
  if (entry.recordId === null) return "Unknown";
  const name =
    entry.resource === "member" ? entry.name : `${RESOURCE_LABELS[entry.resource]} ${entry.recordId}`;
  return <Link to={RECORD_PATHS[entry.resource](projectId, entry.recordId)}>{name}</Link>;
}

const RECORD_PATHS = {
  subscription: paths.subscription,
  export: paths.export,
  member: paths.member,
} as const;

function EntryButtons({ entry, isChecking, onCheck, onUndo, onClose }: JournalEntryPanelProps) {
  const missingReason = useMissingScopeMessage("subscription:write");
  // The server's documentation names no scope for member endpoints.
  const refusal = entry.resource === "member" ? undefined : missingReason;
  const neverUndoableReason = undoBlocker(entry);
  return (
    <>
      <Button onClick={onClose}>Close</Button>
      {entry.outcome === "unknown" ? (
        <ButtonWithDisabledReason
          variant="filled"
          loading={isChecking}
          onClick={() => !isChecking && onCheck()}
        >
          Check outcome
        </ButtonWithDisabledReason>
      ) : (
        <ButtonWithDisabledReason
          variant="filled"
          disabledReason={neverUndoableReason ?? refusal}
          onClick={onUndo}
        >
          Undo…
        </ButtonWithDisabledReason>
      )}
    </>
  );
}

/** Lists changed fields. For email recipients, lists the added and removed ones. */
function ChangeList({ changes }: { readonly changes: readonly FieldChange[] }) {
  const { names } = useSourceNames();
  return (
    <Stack component="dl" gap="xs" fz="sm">
      {changes.map((change) => (
        <div key={change.field} className={classes.change}>
          <dt className={shared.dim}>{fieldLabel(change.field)}</dt>
          <dd className={shared.anywhere}>
            <ChangedValues changed={describeFieldChange(change, { names })} />
          </dd>
        </div>
      ))}
    </Stack>
  );
}

function ChangedValues({ changed }: { readonly changed: FieldChangeDescription }) {
  if ("before" in changed) {
    return (
      <>
        <span className={shared.dim}>{changed.before}</span>
        <span aria-hidden="true"> → </span>
        <VisuallyHidden>becomes </VisuallyHidden>
        <span>{changed.after}</span>
      </>
    );
  }
  return (
    <ul className={shared.list}>
      {changed.added.map((item) => (
        <li key={`+${item}`}>
          <span aria-hidden="true">+ </span>
          <VisuallyHidden>added: </VisuallyHidden>
          {item}
        </li>
      ))}
      {changed.removed.map((item) => (
        <li key={`-${item}`} className={shared.dim}>
          <span aria-hidden="true">− </span>
          <VisuallyHidden>removed: </VisuallyHidden>
          {item}
        </li>
      ))}
    </ul>
  );
}

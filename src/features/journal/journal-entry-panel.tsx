import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { kindWord } from "@/data/changes/change-labels";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { whyNever } from "@/data/undo/journal-undo";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { SideDrawer } from "@/ui/overlay/side-drawer";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { KeyValueList } from "@/ui/primitives/key-value";
import { Link } from "@/ui/primitives/link";
import { Status } from "@/ui/primitives/status";
import { ChangeList } from "./change-list";
import classes from "./journal-entry-panel.module.css";
import { NOUNS, STATES, shownChanges, stateOf } from "./journal-labels";

interface EntryPanelProps {
  readonly entry: JournalEntry;
  readonly now: Date;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
  readonly onUndo: () => void;
  readonly onClose: () => void;
  /** The address of another entry. */
  readonly hrefOf: (id: string) => string;
}

/** One write with everything that is known of it. It is open as long as it is rendered. */
export function EntryPanel(props: EntryPanelProps) {
  const { entry, onClose } = props;
  return (
    <SideDrawer
      title={`${kindWord(entry)} “${entry.name}”`}
      onClose={onClose}
      actions={<Buttons {...props} />}
    >
      <div className={classes.facts}>
        <KeyValueList items={factsOf(props)} />
      </div>
      <Reason entry={entry} />
      <Changes entry={entry} />
    </SideDrawer>
  );
}

function factsOf({ entry, now, hrefOf }: EntryPanelProps) {
  const { tone, label } = STATES[stateOf(entry)];
  const facts: { readonly label: string; readonly value: ReactNode }[] = [
    { label: "Outcome", value: <Status tone={tone} label={label} /> },
    { label: "When", value: <TimeStamp iso={entry.at} now={now} mode="exact" /> },
    { label: NOUNS[entry.resource], value: <RecordLink entry={entry} /> },
    { label: "Server", value: entry.server },
  ];
  if (entry.batch !== null) facts.push({ label: "Part of", value: entry.batch.label });
  if (entry.undoes !== null) {
    facts.push({ label: "Takes back", value: <Link to={hrefOf(entry.undoes)}>an earlier write</Link> });
  }
  if (entry.undoneBy !== null) {
    facts.push({ label: "Taken back by", value: <Link to={hrefOf(entry.undoneBy)}>a later write</Link> });
  }
  return facts;
}

function RecordLink({ entry }: { readonly entry: JournalEntry }) {
  const { projectId } = useApi();
  if (entry.recordId === null) return "Not known";
  const name = entry.resource === "member" ? entry.name : `${NOUNS[entry.resource]} ${entry.recordId}`;
  return <Link to={ADDRESSES[entry.resource](projectId, entry.recordId)}>{name}</Link>;
}

const ADDRESSES = { subscription: paths.subscription, export: paths.export, member: paths.member } as const;

function Reason({ entry }: { readonly entry: JournalEntry }) {
  if (entry.reason === null) return null;
  const isOpen = entry.outcome === "unknown";
  return <Notice tone={isOpen ? "warning" : "info"}>{entry.reason}</Notice>;
}

function Changes({ entry }: { readonly entry: JournalEntry }) {
  const changes = shownChanges(entry);
  if (changes.length === 0) return null;
  return (
    <section className={classes.changes}>
      <h3>{entry.kind === "created" ? "What was sent" : "Before → after"}</h3>
      <ChangeList changes={changes} />
    </section>
  );
}

function Buttons({ entry, isChecking, onCheck, onUndo, onClose }: EntryPanelProps) {
  const missing = useScopeRefusal("subscription:write");
  // No scope is known for members.
  const refusal = entry.resource === "member" ? undefined : missing;
  const never = whyNever(entry);
  return (
    <>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      {entry.outcome === "unknown" ? (
        <ReasonButton loading={isChecking} onClick={() => !isChecking && onCheck()}>
          Check on the server
        </ReasonButton>
      ) : (
        <ReasonButton disabledReason={never ?? refusal} onClick={onUndo}>
          Undo…
        </ReasonButton>
      )}
    </>
  );
}

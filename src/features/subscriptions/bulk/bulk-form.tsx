import { Button } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { foldText } from "@/lib/text/normalize-text";
import { formatCount, plural } from "@/lib/text/numbers";
import { localZone, zoneOffsetLabel } from "@/lib/time/dates";
import { fromLocalInput } from "@/lib/time/local-input";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DateTimeField, TextField } from "@/ui/form/fields";
import { useFocusBack } from "@/ui/hooks/restore-focus";
import { DialogButtons, DialogFrame } from "@/ui/overlay/dialog-frame";
import classes from "./bulk-form.module.css";
import { type AnswerMistakes, type BulkAnswers, knownRecipients, readAnswers } from "./bulk-form-schema";
import type { BulkOperation } from "./plan-bulk-changes";

interface BulkFormProps extends Omit<BulkDialogProps, "kind"> {
  readonly kind: BulkOperation["kind"];
  readonly onAsked: (operation: BulkOperation) => void;
}

const TITLES: Readonly<Record<BulkOperation["kind"], string>> = {
  delete: "Delete",
  restore: "Restore",
  "add-recipient": "Add a recipient",
  "remove-recipient": "Remove a recipient",
  "replace-recipient": "Replace a recipient",
  "set-end": "Set the end",
};

/** Asks whom to add, remove or replace, or when to end. Nothing is sent before the review that follows. */
export function BulkForm({ kind, records, recipient, onAsked, onClose }: BulkFormProps) {
  const zone = localZone();
  const form = useRef<HTMLFormElement>(null);
  const focusBack = useFocusBack();
  useEffect(() => focusBack, [focusBack]);
  const [answers, setAnswers] = useState<BulkAnswers>({
    recipient: recipient ?? "",
    by: "",
    end: "on",
    until: "",
  });
  const [mistakes, setMistakes] = useState<AnswerMistakes>({});
  const known = useMemo(() => (kind === "add-recipient" ? [] : knownRecipients(records)), [kind, records]);

  function answer(part: Partial<BulkAnswers>) {
    setAnswers((before) => ({ ...before, ...part }));
    setMistakes({});
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const asked = readAnswers(kind, answers, { records, zone, now: new Date() });
    if (asked.ok) return onAsked(asked.operation);
    setMistakes(asked.mistakes);
    const [first] = Object.keys(asked.mistakes);
    form.current?.querySelector<HTMLElement>(`[name="${first ?? ""}"]`)?.focus();
  }

  return (
    <DialogFrame
      opened
      onClose={onClose}
      title={`${TITLES[kind]}: ${plural(records.length, "delivery", "deliveries")}`}
      size={480}
    >
      <form ref={form} className={classes.form} noValidate onSubmit={submit}>
        {kind === "set-end" ? (
          <EndQuestion answers={answers} error={mistakes.until} zone={zone} onAnswer={answer} />
        ) : (
          <>
            <TextField
              name="recipient"
              label={kind === "add-recipient" ? "E-mail address" : "Recipient"}
              description={kind === "add-recipient" ? "Who is added receives a delivery at once." : undefined}
              value={answers.recipient}
              onChange={(text) => answer({ recipient: text })}
              error={mistakes.recipient}
              spellCheck={false}
              inputMode={kind === "add-recipient" ? "email" : "text"}
              required
            />
            {kind !== "add-recipient" && recipient === undefined && (
              <KnownRecipients
                known={known}
                typed={answers.recipient}
                onChoose={(text) => answer({ recipient: text })}
              />
            )}
            {kind === "replace-recipient" && (
              <TextField
                name="by"
                label="Replace with"
                description="Who comes in their place receives a delivery at once."
                value={answers.by}
                onChange={(text) => answer({ by: text })}
                error={mistakes.by}
                spellCheck={false}
                required
              />
            )}
          </>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Review changes</Button>
        </DialogButtons>
      </form>
    </DialogFrame>
  );
}

interface EndQuestionProps {
  readonly answers: BulkAnswers;
  readonly error: string | undefined;
  readonly zone: string;
  readonly onAnswer: (part: Partial<BulkAnswers>) => void;
}

function EndQuestion({ answers, error, zone, onAnswer }: EndQuestionProps) {
  const reading = fromLocalInput(answers.until, zone);
  const offset = reading.ok ? ` (${zoneOffsetLabel(new Date(reading.iso), zone)})` : "";
  return (
    <>
      <SegmentedField
        label="End"
        value={answers.end}
        onChange={(end) => onAnswer({ end })}
        options={[
          { value: "on", label: "On a date" },
          { value: "never", label: "No end date" },
        ]}
      />
      {answers.end === "on" && (
        <DateTimeField
          name="until"
          label="Last possible delivery"
          description={`Time zone: ${zone}${offset}`}
          value={answers.until}
          onChange={(until) => onAnswer({ until })}
          error={error}
          required
        />
      )}
    </>
  );
}

interface KnownRecipientsProps {
  readonly known: ReturnType<typeof knownRecipients>;
  readonly typed: string;
  readonly onChoose: (recipient: string) => void;
}

/** More would fill the dialog; typing narrows them down. */
const MOST_OFFERED = 6;

/** The recipients that there are, to choose from: what fits what is typed, the most frequent first. */
function KnownRecipients({ known, typed, onChoose }: KnownRecipientsProps) {
  const wanted = foldText(typed.trim());
  const fitting = known.filter(({ recipient }) => foldText(recipient).includes(wanted));
  const offered = fitting.filter(({ recipient }) => recipient !== typed.trim()).slice(0, MOST_OFFERED);
  if (offered.length === 0) return null;
  return (
    <div className={classes.knownBox}>
      <p className={classes.hint}>
        {`${formatCount(known.length)} in these deliveries${wanted === "" ? ", the most frequent first" : ""}`}
      </p>
      <ul className={classes.known} aria-label="Recipients of these deliveries">
        {offered.map(({ recipient, count }) => (
          <li key={recipient}>
            <Button variant="default" size="compact-sm" onClick={() => onChoose(recipient)}>
              {`${recipient} · ${formatCount(count)}`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a bulk operation is asked for. */
export interface BulkDialogProps {
  readonly kind: BulkOperation["kind"];
  readonly records: readonly Subscription[];
  /** The recipient to remove or replace, where it is known already. */
  readonly recipient?: string;
  /** What a person should know before it runs. */
  readonly note?: ReactNode;
  /** Called when the form has been left, or the plan that followed it. */
  readonly onClose: () => void;
}

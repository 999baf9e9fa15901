import { Box, Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { currentSendingRules, useSendingRules } from "@/data/capabilities/capabilities";
import { fieldLabel } from "@/data/changes/change-labels";
import { type EditConflict, formatConflictSide, type MergedEdit } from "@/data/changes/merge-edit";
import { deliveryWarning } from "@/data/subscriptions/save-effect-messages";
import type { AskAboutConflicts, CheckedEdit, SavedEdit } from "@/data/subscriptions/subscription-changes";
import { changeFailureTitle } from "@/data/subscriptions/subscription-mutations";
import {
  loadSubscriptionChanges,
  subscriptionQueries,
  subscriptionTitle,
} from "@/data/subscriptions/subscriptions";
import {
  createEditOrigin,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { toSubscriptionChange } from "@/features/subscriptions/schema/subscription-requests";
import type { UndoContext } from "@/features/subscriptions/undo/use-subscription-undo";
import { createSubscriptionUndo } from "@/features/subscriptions/undo/use-subscription-undo";
import { diffRecipients, splitRecipients } from "@/lib/recipients/recipients";
import { lowerFirst } from "@/lib/text/normalize-text";
import { formatCount, formatList } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { sleep } from "@/lib/time/wait";
import { paths } from "@/lib/url/paths";
import { isOpenedFromList, parseRecordId } from "@/lib/url/url-state";
import { Notice } from "@/ui/feedback/states";
import { toasts } from "@/ui/feedback/toasts";
import { SegmentedField } from "@/ui/form/fields";
import { useCloseDrawer, useIsUnmountedRoute } from "@/ui/hooks/use-edit-search-params";
import { useConfirm } from "@/ui/overlay/confirm";
import { DialogButtons, DialogFrame } from "@/ui/overlay/frames";
import { ProgressLine } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";
import type { SaveOptions, SaveResult } from "./subscription-form-drawer";
import { SaveInterruption, SubscriptionFormDrawer, saveEdit } from "./subscription-form-drawer";

/** Shows the form in a drawer. The page behind the drawer shows loading errors. */
export function SubscriptionEditPage() {
  const api = useApi();
  const id = parseRecordId(useParams().id);
  const { pathname, state } = useLocation();
  const isOverList = isOpenedFromList(state);
  const query = useQuery({
    ...subscriptionQueries.detail(api, id ?? 0),
    enabled: id !== null,
    // Mounting must not retry, because the page behind the drawer already shows the error.
    ...(!isOverList && { retryOnMount: false }),
  });
  const { data, error, isLoading } = query;
  if (data) return <EditDrawer key={data.id} record={data} />;
  // The list can't show the error, so the record's page opens instead.
  if (error && isOverList) return <Navigate to={pathname} replace />;
  return <ProgressLine isActive={isLoading} label="Loading subscription" />;
}

function EditDrawer({ record }: { readonly record: Subscription }) {
  const api = useApi();
  const confirm = useConfirm();
  const closeForm = useCloseDrawer(paths.subscription(api.projectId, record.id));
  const origin = useMemo(() => createEditOrigin(record, localZone()), [record]);

  const { ask, dialog } = useConflictDialog();

  async function save(
    values: SubscriptionFormValues,
    started: SubscriptionFormOrigin,
    { sendsNow }: SaveOptions,
  ): Promise<SaveResult> {
    const body = toSubscriptionChange(values, started);
    if (Object.keys(body).length === 0) return "saved";
    const edit = { base: started.record ?? record, body };
    const context = { api, toasts, confirm };
    const onSaved = (saved: SavedEdit) => void reportOverwrittenEdit(context, saved);
    return (await saveEdit(context, edit, { sendsNow, ask, onSaved })) ? "saved" : "canceled";
  }

  return (
    <>
      <SubscriptionFormDrawer
        title={`Edit “${subscriptionTitle(record).text}”`}
        capabilities={origin.capabilities}
        origin={origin}
        notice={
          record.deleted && (
            <Notice tone="info">This subscription is in Trash. Saving won't restore it.</Notice>
          )
        }
        save={save}
        failedTitle={(error) => changeFailureTitle(error, `“${subscriptionTitle(record).text}”`, "saved")}
        onLeave={closeForm.goBack}
      />
      {dialog}
    </>
  );
}

const EDIT_CONFLICT_PROBLEM = {
  title: "Someone else changed this subscription",
  detail: "Your changes weren't saved. Save again to choose between their values and yours.",
  canRetry: true,
};

interface ConflictQuestion {
  readonly checked: CheckedEdit;
  /** Called with null when the user returns to the form. */
  readonly onAnswer: (chosen: readonly EditConflict[] | null) => void;
}

/** Returns a dialog, and a function that asks about conflicts. The function rejects if the user has left the form. */
function useConflictDialog() {
  const isRouteUnmounted = useIsUnmountedRoute();
  const [question, setQuestion] = useState<ConflictQuestion | null>(null);

  const ask: AskAboutConflicts = async (checked) => {
    if (isRouteUnmounted()) throw new SaveInterruption(EDIT_CONFLICT_PROBLEM);
    return new Promise((resolve) => {
      const onAnswer = (chosen: readonly EditConflict[] | null) => {
        setQuestion(null);
        resolve(chosen);
      };
      setQuestion({ checked, onAnswer });
    });
  };

  const dialog = question && (
    <ConflictDialog
      checked={question.checked}
      onSave={question.onAnswer}
      onCancel={() => question.onAnswer(null)}
    />
  );
  return { ask, dialog };
}

/** A save that was checked before this one was applied reaches the server within this time, unless it is slow. */
const REREAD_DELAY_MS = 2_000;

/**
 * Reads a saved record again in the background, and shows a toast if someone else has saved over the edit, because the
 * check before a save can't see a save that arrives at the same time. Never rejects.
 */
export async function reportOverwrittenEdit(context: UndoContext, saved: SavedEdit): Promise<void> {
  const { api } = context;
  try {
    await sleep(REREAD_DELAY_MS, api.signal);
    const { findOverwrittenEdit } = await loadSubscriptionChanges();
    const overwritten = await findOverwrittenEdit(api, saved);
    if (overwritten !== null) showOverwrittenEdit(context, overwritten);
  } catch {
    // The save has succeeded. Only the check afterwards has failed.
  }
}

function showOverwrittenEdit(context: UndoContext, overwritten: CheckedEdit): void {
  const { api } = context;
  const { current, conflicts, body } = overwritten;
  const mine = Object.assign({ ...body }, ...conflicts.map((conflict) => conflict.mine));
  const warning = deliveryWarning(current, mine, currentSendingRules(api));
  const label = restoreEditLabel(overwritten);
  const lines = describeOverwrittenEdit(current, overwritten);
  // Replaces the toast with Undo, because the saved values are gone.
  createSubscriptionUndo(context).show(current.id, {
    title: `Someone else changed “${subscriptionTitle(current).text}” right after your save`,
    detail: [...lines, ...(warning === null ? [] : [`If you choose “${label}”, ${lowerFirst(warning)}`])].map(
      (line) => <p key={line}>{line}</p>,
    ),
    durationMs: Number.POSITIVE_INFINITY,
    action: { label, onSelect: () => void saveAgain(context, { base: current, body: mine }) },
  });
}

async function saveAgain(context: UndoContext, edit: Parameters<typeof saveEdit>[1]): Promise<void> {
  try {
    await saveEdit(context, edit, {
      sendsNow: false,
      async ask(checked) {
        // The record has changed again since the toast was shown.
        showOverwrittenEdit(context, checked);
        return null;
      },
      onSaved: (saved) => void reportOverwrittenEdit(context, saved),
    });
  } catch (error) {
    const title = changeFailureTitle(error, `“${subscriptionTitle(edit.base).text}”`, "saved");
    context.toasts.show(createSubscriptionUndo(context).failureToast(title, error));
  }
}

const MAX_SHOWN_RECIPIENTS = 5;

/** Returns the recipients on the server, and the differences that a merge makes to them. */
function describeRecipients(current: Subscription, merged: string): readonly string[] {
  const { added, removed } = diffRecipients(current.target_value, merged);
  const theirs = splitRecipients(current.target_value).map((part) => part.trim());
  const hidden = theirs.length - MAX_SHOWN_RECIPIENTS;
  const shown = theirs.slice(0, MAX_SHOWN_RECIPIENTS);
  const mine = [...added.map((part) => `+ ${part.trim()}`), ...removed.map((part) => `− ${part.trim()}`)];
  return [
    `Recipients (theirs): ${formatList(hidden > 0 ? [...shown, `${formatCount(hidden)} more`] : shown)}`,
    `Recipients (yours): ${mine.join(", ") || merged}`,
  ];
}

/** Describes the values of an edit that someone else has overwritten, one value per line. */
function describeOverwrittenEdit(current: Subscription, { body, conflicts }: MergedEdit): readonly string[] {
  const sides = (label: string, theirs: SubscriptionChange, mine: SubscriptionChange) => [
    `${label} (theirs): ${formatConflictSide(theirs)}`,
    `${label} (yours): ${formatConflictSide(mine)}`,
  ];
  return [
    ...conflicts.flatMap(({ label, theirs, mine }) => sides(label, theirs, mine)),
    ...Object.entries(body).flatMap(([field, mine]) =>
      field === "target_value" && current.target_type === "email"
        ? describeRecipients(current, String(mine))
        : sides(fieldLabel(field), { [field]: current[field] }, { [field]: mine }),
    ),
  ];
}

/** Returns the label of the button that saves an overwritten edit again. */
function restoreEditLabel({ body, conflicts, hasMergedRecipients }: MergedEdit): string {
  const isMerge = hasMergedRecipients && conflicts.length === 0 && Object.keys(body).length === 1;
  return isMerge ? "Merge" : "Use mine";
}

type Choice = "theirs" | "mine";

const OPTIONS = [
  { value: "theirs", label: "Keep theirs" },
  { value: "mine", label: "Use mine" },
] as const;

interface ConflictDialogProps {
  readonly checked: CheckedEdit;
  /** Called with the conflicts for which the user's own values are saved. */
  readonly onSave: (chosen: readonly EditConflict[]) => void;
  readonly onCancel: () => void;
}

/** Asks which value to save for each field that someone else has also changed. Open while mounted. */
function ConflictDialog({ checked, onSave, onCancel }: ConflictDialogProps) {
  const { current, conflicts, body, hasMergedRecipients } = checked;
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [showsErrors, setShowsErrors] = useState(false);

  const chosen = conflicts.filter(({ label }) => choices.get(label) === "mine");
  const chosenBody: SubscriptionChange = Object.assign({ ...body }, ...chosen.map(({ mine }) => mine));
  const warning = deliveryWarning(current, chosenBody, useSendingRules());

  function save() {
    if (conflicts.every(({ label }) => choices.has(label))) onSave(chosen);
    else setShowsErrors(true);
  }

  return (
    <DialogFrame
      onClose={onCancel}
      title="Someone else changed this subscription"
      size={520}
      zIndex={320}
      transitionProps={{ duration: 0 }}
      overlayProps={{ color: "var(--ui-overlay)", backgroundOpacity: 1 }}
    >
      <Stack fz="sm">
        <p>
          You both changed these values, or values that depend on each other. Choose which values to save.
        </p>
        {hasMergedRecipients && <p>Recipients are merged: both your changes and theirs are saved.</p>}
        {conflicts.map((conflict) => (
          <SegmentedField<Choice | "">
            key={conflict.label}
            label={conflict.label}
            value={choices.get(conflict.label) ?? ""}
            onChange={(choice) =>
              choice !== "" && setChoices((before) => new Map(before).set(conflict.label, choice))
            }
            options={OPTIONS}
            required
            error={showsErrors && !choices.has(conflict.label) ? "Choose which value to save." : undefined}
            description={
              <Box
                component="dl"
                display="grid"
                mt="xs"
                c="var(--ui-text)"
                className={shared.anywhere}
                style={{ gridTemplateColumns: "max-content minmax(0, 1fr)", gap: "2px 12px" }}
              >
                <dt className={shared.dim}>Theirs</dt>
                <dd>{formatConflictSide(conflict.theirs)}</dd>
                <dt className={shared.dim}>Yours</dt>
                <dd>{formatConflictSide(conflict.mine)}</dd>
              </Box>
            }
          />
        ))}
        {warning !== null && <Notice tone="warning">{warning}</Notice>}
      </Stack>
      <DialogButtons>
        <Button onClick={onCancel} data-autofocus>
          Back to form
        </Button>
        <Button variant="filled" onClick={save}>
          Save
        </Button>
      </DialogButtons>
    </DialogFrame>
  );
}
